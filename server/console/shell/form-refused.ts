import { ServiceError } from '#server/kernel/errors.ts'

/** A refusal with data for the form, such as the text that someone else saved meanwhile. */
export class FormRefused extends ServiceError {
	readonly shown: unknown

	/** @param shown plain data, passed to the form as `shown` (app/admin/ui/action-form.tsx) */
	constructor(shown: unknown, ...error: ConstructorParameters<typeof ServiceError>) {
		super(...error)
		this.shown = shown
	}
}
