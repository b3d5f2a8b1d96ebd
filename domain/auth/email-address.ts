const MAX_ADDRESS_LENGTH = 255
const MAX_LOCAL_LENGTH = 64

const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
// Without the `u` flag, `i` only folds ASCII, so look-alikes such as the Kelvin sign don't count as letters.
const ADDR_SPEC = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${LABEL}$`, 'i')

/** Parses and lower-cases an address; null if invalid. Refuses display names and lists; nothing is trimmed or repaired. */
export function parseEmailAddress(raw: string): string | null {
	if (raw.length > MAX_ADDRESS_LENGTH || raw.indexOf('@') > MAX_LOCAL_LENGTH) return null
	return ADDR_SPEC.test(raw) ? raw.toLowerCase() : null
}
