import { z } from 'zod'

const pairs = z.string().transform((text, issues) => {
	const codes = new Map<string, string>()
	for (const pair of text.split(',').filter((part) => part.trim() !== '')) {
		const [, phone = '', code = ''] = /^\s*\+?([1-9][\d ]{4,18})[:=]\s*(\d{6})\s*$/.exec(pair) ?? []
		if (code === '') issues.addIssue({ code: 'custom', message: 'must be numbers and codes of six digits, e.g. 12025550100:123456' })
		codes.set(phone.replaceAll(' ', ''), code)
	}
	return codes
})

const instant = z.iso.datetime({ offset: true, error: 'must be a time like 2026-12-31T00:00:00Z' }).transform((text) => new Date(text))

export const testOtpEnv = {
	GOTRUE_SMS_TEST_OTP: pairs.prefault(''),
	GOTRUE_SMS_TEST_OTP_VALID_UNTIL: instant.optional(),
}

type TestCodeVariables = z.output<z.ZodObject<typeof testOtpEnv>>

/** Finds test codes without an expiry date, which is required in production because a fixed code lets anyone sign in. */
export function findTestCodeProblem(
	env: TestCodeVariables & { NODE_ENV: string },
): { variable: keyof TestCodeVariables; message: string } | null {
	if (env.NODE_ENV !== 'production' || env.GOTRUE_SMS_TEST_OTP.size === 0 || env.GOTRUE_SMS_TEST_OTP_VALID_UNTIL !== undefined) return null
	return { variable: 'GOTRUE_SMS_TEST_OTP_VALID_UNTIL', message: 'is needed in production with GOTRUE_SMS_TEST_OTP' }
}

export const toTestCodeConfig = (env: TestCodeVariables) => ({
	testCodes: {
		/** Codes by phone number, in digits without the plus sign. */
		byPhone: env.GOTRUE_SMS_TEST_OTP as ReadonlyMap<string, string>,
		/** Expiry of the test codes; null is not allowed in production. */
		validUntil: env.GOTRUE_SMS_TEST_OTP_VALID_UNTIL ?? null,
	},
})

type TestCodeReader = { config: { auth: ReturnType<typeof toTestCodeConfig> }; now: () => Date }

/**
 * Returns the fixed code of a test number; null for every other number. Nothing is sent to a test number, so it needs neither a
 * provider nor an allowed country.
 * @param phone digits without a plus
 */
export function findTestCode({ config, now }: TestCodeReader, phone: string): string | null {
	const { byPhone, validUntil } = config.auth.testCodes
	if (validUntil !== null && now() >= validUntil) return null
	return byPhone.get(phone) ?? null
}
