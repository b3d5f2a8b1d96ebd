import { ServiceError } from '#server/kernel/errors.ts'

/**
 * Returns the reason given in a form.
 * @throws ServiceError reason_missing (400), shown at the field `reason`
 */
export function requireReason({ reason = '' }: Readonly<Record<string, string>>): string {
	// PostgreSQL allows neither NUL nor lone surrogates.
	const given = reason.toWellFormed().replaceAll('\0', '').trim()
	if (given !== '') return given
	const message = 'Please give a reason: it is kept in the activity log.'
	throw new ServiceError('invalid', 'reason_missing', message, { fields: { reason: message } })
}
