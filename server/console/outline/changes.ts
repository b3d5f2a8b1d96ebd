import { findOpen } from '#content/find-open.ts'
import { FURTHER_COURSE_FILE } from '#content/json-files.ts'
import { printJson } from '#content/print-json.ts'
import { ServiceError } from '#server/kernel/errors.ts'

import { COURSE_FILE, type Opened } from './open-part.ts'

export type Fields = Readonly<Record<string, string>>
/** A file as the page showed it, and its new text. */
export type Change = { opened: Opened; text: string }

/** Refusal of a form that shows another version. */
export const changed = () =>
	new ServiceError(
		'conflict',
		'outline_changed',
		'Someone else changed the course in the meantime. It is shown as it is now; nothing was saved.',
	)

/** Prints a file with its own line breaks. */
export const print = (value: unknown, before: string): string => {
	const open = findOpen(before)
	return printJson(value, (place) => open.has(place))
}

/** File of the course that a form or an address names; the main one for any other. */
export const courseFileOf = (course = '') => (FURTHER_COURSE_FILE.test(course) ? course : COURSE_FILE)

export type Asked = { what: string; module: number; lesson: string }

/** `lesson-up 2 first-sale`: what to do with which module, and which lesson of it. */
export function readAsked(typed: string): Asked {
	const [what = '', module = '', lesson = ''] = typed.split(' ')
	return { what, module: Number(module), lesson }
}
