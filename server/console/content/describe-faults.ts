import { countNoun } from '#domain/reading/count-noun.ts'

import type { Json } from './read-form.ts'

type Field = { label: string; value: Json; isList: boolean }

/** Lowercases the first letter of a label within a sentence, except in abbreviations. */
const inSentence = (label: string) => (/^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label)

const isEmpty = (value: Json) => value === undefined || value === null || value === ''

const RULES: readonly [RegExp, (found: RegExpExecArray) => string][] = [
	[/^Too small: expected array to have >=(\d+)/, ([, count]) => `Add at least ${count === '1' ? 'one' : String(count)}.`],
	[/^Too big: expected array to have <=(\d+)/, ([, count]) => `Keep at most ${String(count)}.`],
	[/^Too big: expected string to have <=(\d+)/, ([, count]) => `Use at most ${countNoun(Number(count), 'character')}.`],
	[/^Too small: expected string to have >=(\d+)/, ([, count]) => `Use at least ${countNoun(Number(count), 'character')}.`],
	[/^Too small: expected \w+ to be >=(-?[\d.]+)/, ([, least]) => `Enter ${String(least)} or more.`],
	[/^Too small: expected \w+ to be >(-?[\d.]+)/, ([, least]) => `Enter more than ${String(least)}.`],
	[/^Too big: expected \w+ to be <=(-?[\d.]+)/, ([, most]) => `Enter ${String(most)} or less.`],
	[/^Invalid email/, () => 'Enter an email address such as name@example.com.'],
	[/^Invalid URL/, () => 'Enter an address that starts with https://.'],
	[/^Invalid ISO date/, () => 'Enter a date.'],
	[/^Invalid option/, () => 'Choose one.'],
	[/^Invalid input: expected int/, () => 'Enter a whole number.'],
	[/^Invalid input: expected number/, () => 'Enter a number.'],
	[
		/^public\/media\/(\S+) does not exist$/,
		([, name]) => `There’s no file ${String(name)}. Remove this block and add the video from Media.`,
	],
	[/^Unrecognized key/, () => 'This is no longer used. Remove it.'],
]

/** Messages about a value that is missing or empty. */
const MISSING = /received undefined$|^must not be empty$/

/** Turns schema messages into instructions, such as “Regular price is required.” */
export function describeFaults(messages: readonly string[] | undefined, { label, value, isList }: Field): string | undefined {
	if (!messages || messages.length === 0) return undefined
	const name = inSentence(label)
	if (!isList && (isEmpty(value) || messages.some((message) => MISSING.test(message)))) return `${label} is required.`
	const sentences = messages.map((message) => {
		for (const [pattern, write] of RULES) {
			const found = pattern.exec(message)
			if (found) return write(found)
		}
		if (message.startsWith('Invalid input')) return `Enter the ${name} again: it isn’t valid.`
		// Messages from the content schemas have no subject: “must be above the price”.
		const isPredicate = /^(?:must|is|isn’t|has|are|names|stands|needs?|cannot|can’t|contains|begins|ends|holds)\b/.test(message)
		const isFile = /^[\w-]+\//.test(message)
		const text = isPredicate ? `${label} ${message}` : isFile ? message : message.charAt(0).toUpperCase() + message.slice(1)
		return /[.!?]$/.test(text) ? text : `${text}.`
	})
	return [...new Set(sentences)].join(' ')
}
