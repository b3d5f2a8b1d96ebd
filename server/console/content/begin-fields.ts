import type { Fields } from '#server/console/shell/console-request.ts'
import { ServiceError } from '#server/kernel/errors.ts'

import { toSlug } from './files.ts'

export type NewDraft = { path: string; address: string }

const MAX_LENGTH = 120

export const refuseField = (field: string, message: string) =>
	new ServiceError('unprocessable', 'begin_invalid', message, { fields: { [field]: message } })

/**
 * Returns a field's text on a single line, cut to the maximum length.
 * @throws ServiceError begin_invalid (422) if it is empty
 */
export function requireTextField(fields: Fields, name: string, label: string): string {
	const text = (fields[name] ?? '').replaceAll(/\s+/g, ' ').replaceAll('\0', '').trim().slice(0, MAX_LENGTH)
	if (text === '') throw refuseField(name, `Enter ${label}.`)
	return text
}

/** @throws ServiceError begin_invalid (422) if no characters are left */
export function requireSlug(field: string, typed: string): string {
	const slug = toSlug(typed)
	if (slug === null) throw refuseField(field, 'Use letters from a to z and digits, such as my-first-guide.')
	return slug
}

/** @throws ServiceError begin_invalid (422) */
export function requireMinutes(fields: Fields): string {
	const minutes = requireTextField(fields, 'minutes', 'how many minutes it takes')
	if (!/^[1-9]\d{0,2}$/.test(minutes)) throw refuseField('minutes', 'Enter a whole number of minutes.')
	return minutes
}
