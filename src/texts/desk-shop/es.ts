import type { DeskShopTexts } from './en.js';

export const deskShopEs: DeskShopTexts = {
  payments: {
    title: 'Proveedores de pago',
    settings: 'Orden de las formas de pago, y cuándo se cobran los pagos',
    offered: 'Ofrecido a los compradores',
    not_offered: 'No ofrecido',
    owners: {
      shop: 'Los pagos usan la cuenta propia de la tienda.',
      portal: 'Los pagos usan la cuenta del operador del portal.',
      none: 'Conecte una cuenta antes de que los compradores puedan pagar así.',
    },
    no_account_needed: 'No necesita cuenta.',
    test_keys_warning:
      'La cuenta tiene claves de prueba: los pedidos cuentan como pagados, pero no se mueve dinero. Introduzca claves reales antes de que la tienda venda.',
    events_url: 'Dirección a la que el proveedor envía sus eventos',
    secret_set: 'Hay un valor guardado. Déjelo vacío para conservarlo.',
    clear: 'Quitar el valor',
    confirm_first: (action) => `Confirme que es usted: ${action}`,
    connect: 'Conectar una cuenta',
    change: 'Cambiar las claves',
    set: 'Guardar la cuenta',
    test: 'Probar la cuenta',
    remove: 'Quitar la cuenta',
    offer: 'Ofrecer a los compradores',
    withdraw: 'Dejar de ofrecer',
    usable: 'La cuenta funciona:',
    unusable: 'La cuenta no se puede usar',
    live_keys: 'con claves reales',
    test_keys: 'con claves de prueba',
    saved: 'Guardado.',
  },
};
