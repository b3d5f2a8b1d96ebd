import type { Fields } from '#server/console/shell/console-request.ts'
import { ServiceError } from '#server/kernel/errors.ts'

import { toSlug } from './files.ts'

export type NewDraft = { path: string; address: string }

const MAX_LENGTH = 120
/** The end of the “Enter …” message of `requireMinutes`. */
export const MINUTES = 'how many minutes it takes'

export const refuseField = (field: string, message: string) =>
	new ServiceError('unprocessable', 'begin_invalid', message, { fields: { [field]: message } })

/** Returns a field's text on a single line, cut to the maximum length. */
const oneLine = (fields: Fields, name: string) =>
	(fields[name] ?? '').replaceAll(/\s+/g, ' ').replaceAll('\0', '').trim().slice(0, MAX_LENGTH)

/**
 * Reads several text fields. One error lists all empty ones.
 * @param labels what to enter, by field name
 * @throws ServiceError begin_invalid (422) if any is empty
 */
export function requireTextFields<Name extends string>(fields: Fields, labels: Readonly<Record<Name, string>>): Record<Name, string> {
	const found = Object.entries<string>(labels).map(([name, label]) => [name, oneLine(fields, name), `Enter ${label}.`] as const)
	const empty = found.filter(([, text]) => text === '').map(([name, , message]) => [name, message] as const)
	if (empty.length > 0)
		throw new ServiceError('unprocessable', 'begin_invalid', empty.map(([, message]) => message).join(' '), {
			fields: Object.fromEntries(empty),
		})
	return Object.fromEntries(found.map(([name, text]) => [name, text])) as Record<Name, string>
}

/** @throws ServiceError begin_invalid (422) if no characters are left */
export function requireSlug(field: string, typed: string): string {
	const slug = toSlug(typed)
	if (slug === null) throw refuseField(field, 'Use letters from a to z and digits, such as my-first-guide.')
	return slug
}

/** @throws ServiceError begin_invalid (422) */
export function requireMinutes(minutes: string): string {
	if (!/^[1-9]\d{0,2}$/.test(minutes)) throw refuseField('minutes', 'Enter a whole number of minutes.')
	return minutes
}
