import type { ServiceContext } from '#server/context.ts'

/**
 * The code of a number that the operator named for tests, while that holds; null for every other number. Such a number is
 * sent nothing, so it needs neither a provider nor a country that may be sent to.
 * @param phone digits without a plus
 */
export function findTestCode({ config, now }: Pick<ServiceContext, 'config' | 'now'>, phone: string): string | null {
	const { byPhone, validUntil } = config.auth.testCodes
	if (validUntil !== null && now() >= validUntil) return null
	return byPhone.get(phone) ?? null
}
