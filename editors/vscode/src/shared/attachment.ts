import { base64, count, list, object, oneOf, optional, string, type Reader, type Value } from './schema';

const position = object({ line: count, character: count });
const imageType: Reader<string> = oneOf('image/png', 'image/jpeg', 'image/gif', 'image/webp');

/** Reads an attachment of a message with the label of its chip. */
export const attached = object({
  label: string,
  attachment: object({
    uri: optional(string),
    range: optional(object({ start: position, end: position })),
    name: optional(string),
    text: optional(string),
    mimeType: optional(imageType),
    data: optional(base64),
  }),
});
export interface Attached extends Value<typeof attached> {}

/** The fields of a message that the user has not sent yet. */
export const draftFields = { text: string, attachments: optional(list(attached)) };

/** A message that the user has not sent yet. */
export interface Draft {
  text: string;
  attachments: readonly Attached[];
}
