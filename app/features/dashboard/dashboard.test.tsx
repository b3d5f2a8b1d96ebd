import { expect, test } from 'vitest'

import { CertificateRule } from '#app/ui/certificate-rule.tsx'
import { renderElement } from '#tests/setup/render-element.ts'

import { CertificatePanel } from './dashboard.tsx'

test.each([
	[6, '6 modules to go.'],
	[1, 'One module to go.'],
	[0, 'Sign in to see what’s left for your certificate.'],
])('with %i modules left, the dashboard states the certificate rule with its usual words and price', async (left, end) => {
	const rule = await renderElement(<CertificateRule />)
	const panel = await renderElement(<CertificatePanel left={left} />)
	expect(panel.page.textContent).toContain(rule.page.textContent)
	expect(panel.page.textContent).toContain('comes with the full course')
	expect(panel.page.textContent).toContain(end)
	await panel.leave()
	await rule.leave()
})
