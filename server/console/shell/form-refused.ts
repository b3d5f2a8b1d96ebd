import { ServiceError } from '#server/kernel/errors.ts'

/** Refusal with more than the typed values, such as the text that someone else has saved meanwhile. */
export class FormRefused extends ServiceError {
	readonly shown: unknown

	/** @param shown plain data for the form, which gets it as `shown` (app/admin/ui/action-form.tsx) */
	constructor(shown: unknown, ...error: ConstructorParameters<typeof ServiceError>) {
		super(...error)
		this.shown = shown
	}
}
