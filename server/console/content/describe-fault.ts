/** Messages of Zod in words for people who don't program. The rest is written for them already. */
const WORDS: readonly (readonly [RegExp, string | ((found: RegExpExecArray) => string)])[] = [
	[/^Invalid input: expected .*received undefined$/, 'is missing'],
	[/^Invalid input: expected number/, 'must be a number'],
	[/^Invalid input: expected string/, 'must be text'],
	[/^Invalid input: expected array/, 'must be a list'],
	[/^Invalid input/, 'is not a value that fits here'],
	[/^Invalid option: expected one of (.*)$/, ([, options = '']) => `must be one of ${options.replaceAll('"', '').replaceAll('|', ', ')}`],
	[/^Too small: expected string to have >=(\d+) /, ([, count]) => `needs at least ${count} characters`],
	[/^Too big: expected string to have <=(\d+) /, ([, count]) => `may have at most ${count} characters`],
	[/^Too small: expected array to have >=(\d+) /, ([, count]) => `needs at least ${count === '1' ? '1 entry' : `${count} entries`}`],
	[/^Too big: expected array to have <=(\d+) /, ([, count]) => `may have at most ${count === '1' ? '1 entry' : `${count} entries`}`],
	[/^Too small: expected number to be >=?(\S+)$/, ([, least]) => `must be at least ${least}`],
	[/^Too big: expected number to be <=?(\S+)$/, ([, most]) => `must be at most ${most}`],
	[/^Unrecognized keys?: (.*)$/, ([, keys = '']) => `has something that does not belong here: ${keys.replaceAll('"', '')}`],
]

const BLOCKS: Readonly<Record<string, string>> = { figure: 'Figure', recall: 'Question to recall', exercise: 'Exercise', video: 'Video' }
const BLOCK = /^(figure|recall|exercise|video): (?:([\w.-]+): )?([\s\S]*)$/

/** `steps.2.value` as “Steps 3, value”. */
function describePlace(place: string): string {
	const words = place
		.split('.')
		.map((key) => (/^\d+$/.test(key) ? ` ${Number(key) + 1}` : `, ${key}`))
		.join('')
		.replace(/^, /, '')
	return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What is wrong, without words of a programmer. */
export function describeFault(message: string): string {
	const [, kind = '', place, rest] = BLOCK.exec(message) ?? []
	if (rest !== undefined)
		return [BLOCKS[kind], place === undefined ? '' : describePlace(place), describeFault(rest)].filter(Boolean).join(': ')
	// What the YAML reader says of a block's text.
	if (/^(?:Nested mappings|Implicit|Map keys|All mapping|Block |Flow |Missing closing|Unexpected|Plain value)/.test(message))
		return 'can’t be read. Put text that has a colon or a bracket in quotes'
	for (const [pattern, words] of WORDS) {
		const found = pattern.exec(message)
		if (found) return typeof words === 'string' ? words : words(found)
	}
	return message
}
