import { describeFaults } from './describe-faults.ts'

const BLOCKS: Readonly<Record<string, string>> = { figure: 'Figure', recall: 'Recall question', exercise: 'Exercise', video: 'Video' }
const BLOCK = /^(figure|recall|exercise|video): (?:([\w.-]+): )?([\s\S]*)$/
/** Matches the YAML parser's messages for a block that isn't valid YAML. */
const UNREADABLE = /^(?:Nested mappings|Implicit|Map keys|All mapping|Block |Flow |Missing closing|Unexpected|Plain value)/

/** Formats a path such as `steps.2.value` as “Steps 3, value”. */
function describePath(place: string): string {
	const words = place
		.split('.')
		.map((key) => (/^\d+$/.test(key) ? ` ${Number(key) + 1}` : `, ${key === 'alt' ? 'description' : key}`))
		.join('')
		.replace(/^, /, '')
	return words.charAt(0).toUpperCase() + words.slice(1)
}

export function describeFault(message: string): string {
	const [, kind = '', place, rest] = BLOCK.exec(message) ?? []
	const fault = rest ?? message
	if (fault === 'has no body below the front matter') return 'Write the text.'
	if (fault.startsWith('has no heading')) return 'Add at least one heading.'
	if (UNREADABLE.test(fault)) return `${BLOCKS[kind] ?? 'This text'} can’t be read. Put text that has a colon or a bracket in quotes.`
	const label = place === undefined ? 'This' : describePath(place)
	const words = describeFaults([fault], { label, value: fault, isList: false }) ?? fault
	return rest === undefined ? words : `${BLOCKS[kind] ?? ''}: ${words}`
}
