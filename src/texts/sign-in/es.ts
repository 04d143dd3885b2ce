import type { SignInMailTexts, SignInTexts } from './en.js';

export const signInEs: SignInTexts = {
  title: 'Iniciar sesión',
  arriving: 'Un momento',
  go_on: 'Continuar',
  intro: 'Escriba su dirección de correo. Recibirá un correo con un enlace y un código.',
  send: 'Enviar enlace y código',
  sent: 'Consulte su correo',
  sent_text: (email) =>
    `Si ${email} pertenece al equipo de una tienda, un correo con un enlace y un código está en camino. Ambos sirven durante 15 minutos y solo en este navegador.`,
  sent_to: (email) =>
    `Un correo con un enlace y un código está en camino a ${email}. Ambos sirven durante 15 minutos y solo en este navegador.`,
  mail_off: 'Este portal no envía correo, así que nadie puede iniciar sesión. Su operador puede cambiarlo.',
  code: 'Código del correo',
  use_code: 'Iniciar sesión',
  other_address: 'Usar otra dirección',
  link_text: 'Pulse el botón para terminar de iniciar sesión.',
  link_button: 'Iniciar sesión',
  code_title: 'Su código',
  code_text:
    'El inicio de sesión empezó en otro navegador. Escriba allí este código, en la página que usted mismo abrió. No se lo diga a nadie, aunque se lo pidan.',
  ended: 'Este inicio de sesión ha terminado',
  ended_text: 'El enlace o el código ya se usó, tiene más de 15 minutos, o se escribieron demasiados códigos erróneos.',
  again: 'Empezar de nuevo',
  wrong_code: 'Este código es erróneo. Compruébelo.',
  too_many: 'Hubo demasiados intentos. Espere 15 minutos.',
  no_cookie:
    'Su navegador no envió ninguna cookie. Permita las cookies, abra esta página por HTTPS e inténtelo otra vez.',
  confirm: 'Confirme que es usted',
  passkeys: 'Llaves de acceso',
  passkeys_text:
    'Con una llave de acceso inicia sesión con la huella, la cara o el PIN, sin correo. Se queda en su dispositivo o gestor de contraseñas.',
  passkey_use: 'Iniciar sesión con una llave de acceso',
  passkey_confirm: 'Confirmar con una llave de acceso',
  passkey_failed: 'La llave de acceso no funcionó aquí. Inténtelo otra vez o use el correo.',
  passkey_add: 'Añadir una llave de acceso',
  passkey_none: 'Todavía no tiene ninguna llave de acceso.',
  passkey_remove: 'Quitar',
  passkey_off: 'Las llaves de acceso necesitan una dirección de este portal con nombre de host, por HTTPS.',
  passkey_added: (day) => `Añadida el ${day}`,
  passkey_name: 'Nombre',
  passkey_default: 'Llave de acceso',
  passkey_rename: 'Guardar el nombre',
  passkey_full: 'Tiene diez llaves de acceso, el máximo. Quite una para añadir otra.',
  passkey_used: (day) => `usada por última vez el ${day}`,
  confirm_account_text: 'Esto exige un inicio de sesión de los últimos 15 minutos. Recibirá un correo nuevo.',
  confirm_text: 'Lo que mueve dinero exige un inicio de sesión de los últimos 15 minutos. Recibirá un correo nuevo.',
};

export const signInMailEs: SignInMailTexts = {
  subject: (shop) => `${shop}: inicio de sesión`,
  heading: 'Iniciar sesión',
  text: (shop) => `Alguien, probablemente usted, quiere iniciar sesión en ${shop} con esta dirección.`,
  button: 'Iniciar sesión',
  code: 'O escriba este código',
  hint: 'El enlace y el código sirven una vez, durante 15 minutos, en el navegador donde empezó el inicio de sesión. Si no fue usted, ignore este correo: sin él nadie puede iniciar sesión. No diga el código a nadie.',
};
