/** Members of a response that the rules check, after the schemas have checked its form. */
export interface WireAnswer {
  readonly id?: string;
  readonly status?: string;
  readonly currency?: string;
  readonly ucp: {
    readonly version: string;
    readonly status?: string;
    readonly capabilities?: Readonly<Record<string, unknown>>;
    readonly payment_handlers?: Readonly<Record<string, readonly { readonly id: string }[]>>;
  };
  readonly line_items?: readonly WireLine[];
  readonly totals?: readonly WireTotal[];
  readonly messages?: readonly WireMessage[];
  readonly discounts?: {
    readonly codes?: readonly string[];
    readonly applied?: readonly WireDiscount[];
  };
  readonly fulfillment?: {
    readonly methods?: readonly WireMethod[];
    readonly available_methods?: readonly { readonly description?: string }[];
    readonly expectations?: readonly { readonly line_items: readonly WireUnits[] }[];
    readonly events?: readonly WireEvent[];
  };
  readonly payment?: unknown;
  readonly links?: readonly unknown[];
  readonly continue_url?: string;
  readonly expires_at?: string;
  readonly order?: { readonly id: string };
  readonly adjustments?: readonly WireAdjustment[];
  readonly products?: readonly WireProduct[];
  readonly product?: WireProduct;
  readonly pagination?: { readonly cursor?: string; readonly has_next_page: boolean };
}

export interface WireTotal {
  readonly type: string;
  readonly amount: number;
  readonly display_text?: string;
  readonly lines?: readonly { readonly amount: number }[];
}

export interface WireLine {
  readonly id: string;
  readonly item: { readonly id: string; readonly price: number };
  readonly quantity: number | { readonly original: number; readonly total: number; readonly fulfilled: number };
  readonly totals: readonly WireTotal[];
  readonly status?: string;
}

export interface WireMessage {
  readonly type: string;
  readonly code?: string;
  readonly severity?: string;
  readonly path?: string;
}

interface WireDiscount {
  readonly code?: string;
  readonly amount: number;
  readonly automatic?: boolean;
  readonly allocations?: readonly { readonly path: string; readonly amount: number }[];
}

export interface WireMethod {
  readonly type: string;
  readonly line_item_ids: readonly string[];
  readonly destinations?: readonly { readonly id: string }[];
  readonly selected_destination_id?: string | null;
  readonly groups: readonly {
    readonly line_item_ids: readonly string[];
    readonly selected_option_id?: string | null;
    readonly options: readonly WireOption[];
  }[];
}

export interface WireOption {
  readonly id: string;
  readonly title: string;
  readonly description?: string | { readonly plain: string };
  readonly totals: readonly WireTotal[];
}

interface WireUnits {
  readonly id: string;
  readonly quantity: number;
}

interface WireEvent {
  readonly type: string;
  readonly line_items: readonly WireUnits[];
  readonly tracking_number?: string;
  readonly tracking_url?: string;
}

interface WireAdjustment {
  readonly type: string;
  readonly line_items?: readonly WireUnits[];
  readonly totals?: readonly WireTotal[];
}

interface WireProduct {
  readonly id: string;
  readonly options?: readonly unknown[];
  readonly selected?: readonly unknown[];
  readonly variants: readonly {
    readonly id: string;
    readonly inputs?: readonly { readonly id: string; readonly match: string }[];
  }[];
}
