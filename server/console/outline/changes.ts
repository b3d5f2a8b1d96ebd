import { findOpen } from '#content/find-open.ts'
import { FURTHER_COURSE_FILE } from '#content/json-files.ts'
import { printJson } from '#content/print-json.ts'
import { ServiceError } from '#server/kernel/errors.ts'

import { COURSE_FILE, type Opened } from './open-part.ts'

export type Fields = Readonly<Record<string, string>>
export type Change = {
	opened: Opened
	text: string
	/** True if the text is the public one: saving reads it again, because a publication may have changed it. */
	isReset?: boolean
}

/** Creates the error for a form based on an older version. */
export const changed = () =>
	new ServiceError(
		'conflict',
		'outline_changed',
		'Someone else changed the course in the meantime. This is how it looks now; nothing was saved.',
	)

/** Prints a JSON file, keeping its style of line breaks. */
export const print = (value: unknown, before: string): string => {
	const open = findOpen(before)
	return printJson(value, (place) => open.has(place))
}

/** Returns the course file named in a form or URL; the main course's if it is unknown. */
export const courseFileOf = (course = '') => (FURTHER_COURSE_FILE.test(course) ? course : COURSE_FILE)

export type Asked = { what: string; module: number; lesson: string }

/** Parses a command such as `lesson-up 2 first-sale`: action, module, lesson. */
export function readAsked(typed: string): Asked {
	const [what = '', module = '', lesson = ''] = typed.split(' ')
	return { what, module: Number(module), lesson }
}
