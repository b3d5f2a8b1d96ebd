import { SendOtpBody } from '#contracts/auth.ts'
import type { FormAnswer } from '#contracts/given-part.ts'
import { paths } from '#contracts/paths.ts'
import { CreatePaymentSchema } from '#contracts/payments.ts'
import { LoginFormSchema, SignupFormSchema } from '#contracts/signup.ts'
import type { HttpContext } from '#server/http/environment.ts'
import { readCheckoutBrowser } from '#server/http/functions-v1/checkout-browser.ts'
import { createLimiter, type FormLimits } from '#server/http/limits.ts'
import { refuseScriptlessFormUnderLoad } from '#server/http/require-captcha.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { startCheckout } from '#server/services/commerce/checkout/start-checkout.ts'
import { findOfferPath } from '#server/services/commerce/offers/find-offer.ts'
import { isTrustedOrigin } from '#server/services/identity/accounts/trusted-origin.ts'
import { startOtp, startRecovery } from '#server/services/identity/sign-in/start-otp.ts'
import { isHoneypotFilled } from '#server/services/people/honeypot.ts'
import { requestMailboxLink } from '#server/services/people/privacy/mailbox-requests.ts'
import { prepareKeys } from '#server/services/platform/keys/prepare-keys.ts'

import type { PageForm } from './post-form.ts'

const SENT_TEXT =
	'If the address is right, an email with a link and a six-digit code is on its way. You need a browser with JavaScript to open your account, but you can read the course without it.'

type MailedCode = { email: string; /** Creates an account if none exists. */ account: { name: string } | null; next: string | null }

const callbackUrl = (c: HttpContext, next: string | null) =>
	`${c.var.ctx.config.siteUrl}${paths.authCallback}${next === null ? '' : `?next=${encodeURIComponent(next)}`}`

/** Refuses a form posted without our script while a captcha or proof of work is required, since both need the script. */
async function refuseScriptlessSignIn(c: HttpContext, email: string): Promise<void> {
	const { ctx } = c.var
	if (ctx.captcha || ((await ctx.messageBudget.proofBits(ctx.db, 'mails')) > 0 && !(await isTrustedOrigin(ctx, { email }))))
		throw new ServiceError('forbidden', 'captcha_failed', 'This form needs JavaScript here. Please turn it on for this site and try again.')
}

/** Shows an invalid address at the form's field: the rules for an account's address are stricter than the form's. */
async function withEmailFieldError(send: () => Promise<void>): Promise<void> {
	try {
		await send()
	} catch (error) {
		if (!(error instanceof ServiceError) || error.code !== 'validation_failed') throw error
		throw new ServiceError('unprocessable', error.code, error.message, { fields: { email: 'Please enter a valid email address' } })
	}
}

async function sendSignIn(c: HttpContext, email: string, send: () => Promise<void>): Promise<void> {
	await prepareKeys(c.var.ctx)
	await refuseScriptlessSignIn(c, email)
	await withEmailFieldError(send)
}

/** Emails a sign-in code. The response is the same for an address without an account. */
const mailCode = (c: HttpContext, { email, account, next }: MailedCode) =>
	sendSignIn(c, email, () =>
		startOtp(c.var.ctx, {
			...SendOtpBody.parse({ email, create_user: account !== null, data: account ?? {} }),
			redirectTo: callbackUrl(c, next),
		}),
	)

const signUp = (): PageForm => ({
	path: paths.signup,
	page: { label: 'Back to the signup', href: paths.signup },
	limit: createLimiter({ name: 'signup-form', points: 10, seconds: 3600 }),
	async receive(c, fields) {
		const { name, email, website } = SignupFormSchema.parse(fields)
		if (!isHoneypotFilled(c.var.ctx, 'signup', website)) await mailCode(c, { email, account: { name }, next: paths.courseModule(1) })
		return { title: 'Welcome. Please check your inbox', text: SENT_TEXT, next: { label: 'Start Module 1', href: paths.courseModule(1) } }
	},
})

const logIn = (): PageForm => ({
	path: paths.login,
	page: { label: 'Back', href: paths.login },
	limit: createLimiter({ name: 'login-form', points: 10, seconds: 3600 }),
	async receive(c, fields) {
		const { email, website } = LoginFormSchema.parse(fields)
		if (!isHoneypotFilled(c.var.ctx, 'login', website)) await mailCode(c, { email, account: null, next: null })
		return { title: 'Please check your inbox', text: SENT_TEXT, next: { label: 'Go to the modules', href: paths.modules } }
	},
})

const recover = (): PageForm => ({
	path: paths.resetPassword,
	page: { label: 'Back', href: paths.resetPassword },
	limit: createLimiter({ name: 'recover-form', points: 10, seconds: 3600 }),
	async receive(c, fields) {
		const { email, website } = LoginFormSchema.parse(fields)
		if (!isHoneypotFilled(c.var.ctx, 'recover', website))
			await sendSignIn(c, email, () => startRecovery(c.var.ctx, { email, redirectTo: callbackUrl(c, null) }))
		return { title: 'Please check your inbox', text: SENT_TEXT, next: { label: 'Go to the modules', href: paths.modules } }
	},
})

const requestData = (): PageForm => ({
	path: paths.privacyRequest,
	page: { label: 'Back', href: paths.privacyRequest },
	limit: createLimiter({ name: 'mailbox-form', points: 10, seconds: 3600 }),
	async receive(c, fields) {
		const { email, website } = LoginFormSchema.parse(fields)
		await refuseScriptlessFormUnderLoad(c, email)
		if (!isHoneypotFilled(c.var.ctx, 'privacy-request', website)) await withEmailFieldError(() => requestMailboxLink(c.var.ctx, { email }))
		const text = 'An email with a link is on its way. You need a browser with JavaScript to open it.'
		return { title: 'Please check your inbox', text, next: { label: 'Privacy Policy', href: paths.privacyPolicy } }
	},
})

/** Redirects within this origin; shows a link to any other URL, because the CSP doesn't allow a form post to redirect there. */
function redirectOrLink(c: HttpContext, url: string): FormAnswer | { redirect: string } {
	if (new URL(url, c.var.ctx.config.siteUrl).origin === new URL(c.var.ctx.config.siteUrl).origin) return { redirect: url }
	return { title: 'Your checkout is ready', text: 'It opens at our payment provider.', next: { label: 'Go to the checkout', href: url } }
}

const checkOut = ({ checkout }: FormLimits): PageForm => ({
	path: paths.startCheckout,
	page: { label: 'Back to the offer', href: paths.offer },
	// After an error, show the form of the same offer, not that of the first one.
	findPage: ({ productName = '' }, c) => findOfferPath(c.var.ctx.content, productName),
	limit: checkout,
	async receive(c, fields) {
		const input = CreatePaymentSchema.parse(fields)
		const { url } = await startCheckout(c.var.ctx, { ...input, browserKey: readCheckoutBrowser(c) })
		return redirectOrLink(c, url)
	},
})

export const accountForms = (limits: FormLimits): PageForm[] => [signUp(), logIn(), recover(), requestData(), checkOut(limits)]
