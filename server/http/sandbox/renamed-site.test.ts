import { expect, test, vi } from 'vitest'

import { readConfig } from '#server/config/config.ts'

import { frame } from './checkout-page.ts'

vi.mock('#content/site.json', async (original) => ({
	default: { ...(await original<{ default: { name: string } }>()).default, name: 'Second Wind' },
}))

test('the checkout, mails and passkeys carry the name that the operator gave to the site', async () => {
	const page = String(await frame('Pay', ''))
	expect(page).toContain('Second Wind')
	expect(page).not.toContain('Launchway')
	const mail = { GOTRUE_SMTP_HOST: 'smtp.example.com', GOTRUE_SMTP_ADMIN_EMAIL: 'academy@example.com' }
	const names = (env: Record<string, string>) => {
		const { email, auth } = readConfig({ ...mail, ...env })
		return [email.smtp?.from.name, auth.relyingParty.name]
	}
	expect(names({})).toEqual(['Second Wind', 'Second Wind'])
	expect(names({ GOTRUE_SMTP_SENDER_NAME: 'Ana', GOTRUE_WEBAUTHN_RP_DISPLAY_NAME: 'Bea' })).toEqual(['Ana', 'Bea'])
})
