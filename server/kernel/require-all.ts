import { ServiceError } from './errors.ts'

/**
 * Reads several values, so that one response lists the errors of all fields.
 * @throws ServiceError (422) with the first error's code, and the messages of all fields
 */
export function requireAll<Values extends Record<string, unknown>>(reads: { [Name in keyof Values]: () => Values[Name] }): Values {
	const errors: ServiceError[] = []
	const values = Object.entries(reads).map(([name, read]) => {
		try {
			return [name, read()] as const
		} catch (error) {
			if (!(error instanceof ServiceError) || error.details.fields === undefined) throw error
			errors.push(error)
			return [name, undefined] as const
		}
	})
	const [first] = errors
	if (!first) return Object.fromEntries(values) as Values
	const fields = Object.assign({}, ...errors.map(({ details }) => details.fields)) as Record<string, string>
	throw new ServiceError('unprocessable', first.code, Object.values(fields).join(' '), { fields })
}
