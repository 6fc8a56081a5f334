// Readers check a value that arrived as JSON. The TypeScript type of a value follows from its reader, so that the two agree.

/** Returns the value if it is well-formed, else undefined. */
export type Reader<T> = (value: unknown) => T | undefined;

/** Reads a field that may be missing; it is left out if it is empty or malformed. */
export interface OptionalReader<T> extends Reader<T> { readonly optional: true }

export type Fields = Record<string, Reader<unknown>>;

/** The type that a reader returns. */
export type Value<R> = R extends Reader<infer T> ? T : never;

type OptionalKey<F> = { [K in keyof F]: F[K] extends OptionalReader<unknown> ? K : never }[keyof F];
type Flat<T> = { [K in keyof T]: T[K] };

/** The type of an object with these fields. */
export type ObjectOf<F> = Flat<{ [K in Exclude<keyof F, OptionalKey<F>>]: Value<F[K]> } & { [K in OptionalKey<F>]?: Value<F[K]> }>;

/** The type of all messages of a table: the fields by the kind of message. */
export type MessageOf<Table> = { [K in keyof Table]: Flat<{ kind: K } & ObjectOf<Table[K]>> }[keyof Table];

const maxText = 4_000_000;
const maxData = 7_000_000; // 5 MiB in base64

export const string: Reader<string> = (value) => (typeof value === 'string' && value.length <= maxText ? value : undefined);
/** Binary data in base64. */
export const base64: Reader<string> = (value) => (typeof value === 'string' && value.length <= maxData ? value : undefined);
/** An integer from 0. */
export const count: Reader<number> = (value) => (typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined);
export const flag: Reader<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);
export const anyObject: Reader<object> = (value) => (typeof value === 'object' && value !== null ? value : undefined);

/** The value true. */
export const yes: Reader<true> = (value) => (value === true ? true : undefined);

/** A value of the other side that is taken as it is. Only for messages of the extension host, which the view trusts. */
export function trusted<T>(): Reader<T> {
  return (value) => value as T | undefined;
}

export function oneOf<const T extends string>(...words: readonly T[]): Reader<T> {
  return (value) => words.find((word) => word === value);
}

export function optional<T>(read: Reader<T>): OptionalReader<T> {
  return Object.assign((value: unknown) => read(value), { optional: true } as const);
}

export function list<T>(read: Reader<T>): Reader<T[]> {
  return (value) => {
    if (!Array.isArray(value)) return undefined;
    const items = value.map((item) => read(item));
    return items.includes(undefined) ? undefined : items as T[];
  };
}

export function object<F extends Fields>(fields: F): Reader<ObjectOf<F>> {
  return (value) => {
    const source = anyObject(value) as Record<string, unknown> | undefined;
    if (!source) return undefined;
    const result: Record<string, unknown> = {};
    for (const [name, read] of Object.entries(fields)) {
      const found = read(source[name]);
      if ('optional' in read) {
        if (found !== undefined && found !== '') result[name] = found;
      } else if (found === undefined) {
        return undefined;
      } else {
        result[name] = found;
      }
    }
    return result as ObjectOf<F>;
  };
}

/** Reads a message of the table with the fields of its kind; other fields are left out. */
export function readMessage<Table extends Record<string, Fields>>(table: Table, raw: unknown): MessageOf<Table> | undefined {
  const kind = (anyObject(raw) as { kind?: unknown } | undefined)?.kind;
  if (typeof kind !== 'string' || !Object.hasOwn(table, kind)) return undefined;
  const fields = object(table[kind] as Fields)(raw);
  return fields && { kind, ...fields } as MessageOf<Table>;
}
