const MAX_ADDRESS_LENGTH = 255
const MAX_LOCAL_LENGTH = 64

const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
// Without the `u` flag `i` folds ASCII only, so look-alikes such as the Kelvin sign never pass for a letter.
const ADDR_SPEC = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${LABEL}$`, 'i')

/** One bare address in lower case, or null: no display name, no list, no comment, no white space. Nothing is trimmed or repaired. */
export function parseEmailAddress(raw: string): string | null {
	if (raw.length > MAX_ADDRESS_LENGTH || raw.indexOf('@') > MAX_LOCAL_LENGTH) return null
	return ADDR_SPEC.test(raw) ? raw.toLowerCase() : null
}
