import { ServiceError } from '#server/kernel/errors.ts'

type Fields = Readonly<Record<string, string>>

/** Returns the reason given in a form, if any. PostgreSQL allows neither NUL nor lone surrogates. */
export const readReason = ({ reason = '' }: Fields): string | undefined => reason.toWellFormed().replaceAll('\0', '').trim() || undefined

/** @throws ServiceError reason_missing (400), shown at the field `reason` */
export function requireReason(fields: Fields): string {
	const given = readReason(fields)
	if (given !== undefined) return given
	const message = 'Enter a reason. It’s kept in the activity log.'
	throw new ServiceError('invalid', 'reason_missing', message, { fields: { reason: message } })
}

/** A refusal with data for the form, such as the text that someone else saved meanwhile. */
export class FormRefused extends ServiceError {
	readonly shown: unknown

	/** @param shown plain data, passed to the form as `shown` (app/admin/ui/action-form.tsx) */
	constructor(shown: unknown, ...error: ConstructorParameters<typeof ServiceError>) {
		super(...error)
		this.shown = shown
	}
}
