/**
 * Makes the build fail if a switch misses a case. Returns `fallback`: a newer server may send kinds that this version does
 * not know.
 */
export function unreachable<T>(_value: never, fallback: T): T {
  return fallback;
}
