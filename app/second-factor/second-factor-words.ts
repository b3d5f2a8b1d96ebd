import type { SecondFactorWay } from '#contracts/account.ts'

type Words = { intro: string; submit: string; missing: string }

export const WORDS_OF_WAY: Record<SecondFactorWay['type'], Words> = {
	totp: {
		intro: 'Open your authenticator app and enter the code it shows for this site.',
		submit: 'Confirm code',
		missing: 'Enter the 6-digit code from your app',
	},
	phone: { intro: 'We text a code to', submit: 'Confirm code', missing: 'Please enter the verification code' },
	text: { intro: 'We text a code to', submit: 'Confirm code', missing: 'Please enter the verification code' },
	webauthn: { intro: 'Your browser will ask for your security key.', submit: 'Use security key', missing: '' },
	recovery_code: {
		intro: 'Enter one of the recovery codes you saved. Each one works once.',
		submit: 'Use recovery code',
		missing: 'Enter one of your recovery codes',
	},
}

/** Shown when a code was requested within a minute of the last text of any kind. */
export const TOO_SOON =
	'We texted this phone less than a minute ago, so we did not send another code. The button shows when you can send one.'

export function nameOfWay(way: SecondFactorWay): string {
	switch (way.type) {
		case 'totp':
			return way.name ? `Authenticator app “${way.name}”` : 'Authenticator app'
		case 'webauthn':
			return way.name ? `Security key “${way.name}”` : 'Security key'
		case 'phone':
		case 'text':
			return `Text to ${way.phone}`
		case 'recovery_code':
			return 'Recovery code'
	}
}
