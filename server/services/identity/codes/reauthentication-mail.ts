import type { Content } from '#content/load-content.server.ts'
import { layoutMail } from '#server/services/messaging/outbox/mail-layout.ts'

/** Renders the step-up email with its code. It needs no link, because the code is entered on the open page. */
export const renderReauthenticationMail = (content: Content, { code, minutes }: { code: string; minutes: number }) => ({
	subject: `Confirm your ${content.site.name} change`,
	...layoutMail(content, {
		heading: 'Confirm that it is you',
		paragraphs: ['Enter this code in your settings to finish the change you started there.'],
		code,
		notes: [
			`The code works once, for ${minutes} minutes.`,
			'Didn’t start a change? Then someone else is signed in to your account: choose a new password right away.',
		],
	}),
})
