const OPENING = '[{'
const CLOSING = ']}'

/** True if JSON is nested too deeply: parsing it recursively could overflow the stack. Takes a single pass. */
export function isDeeperThan(text: string, levels: number): boolean {
	let depth = 0
	let isInString = false
	for (let at = 0; at < text.length; at += 1) {
		const sign = text.charAt(at)
		if (sign === '"') isInString = !isInString
		else if (isInString) at += sign === '\\' ? 1 : 0
		else if (OPENING.includes(sign)) depth += 1
		else if (CLOSING.includes(sign)) depth -= 1
		if (depth > levels) return true
	}
	return false
}
