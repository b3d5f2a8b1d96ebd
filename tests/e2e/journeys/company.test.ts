import { expect, test } from '#tests/e2e/setup/journey.ts'

const FIELDS = ['Name', 'Email', 'Subject', 'Message'] as const

test('the contact form reports missing fields, confirms the message, and mails when the answer is due', async ({ page, email, mail }) => {
	await page.goto('/contact')
	const main = page.getByRole('main')
	const send = main.getByRole('button', { name: 'Send Message' })
	await send.click()
	for (const field of FIELDS) await expect(main.getByText(`${field} is required`)).toBeVisible()
	await expect(main.getByLabel('Name')).toBeFocused()

	await main.getByLabel('Name').fill('Ana')
	await main.getByLabel('Email').fill('ana@example')
	await main.getByLabel('Subject').fill('Refund')
	await main.getByLabel('Message').fill('x'.repeat(1001))
	await send.click()
	await expect(main.getByText('Please enter a valid email address')).toBeVisible()
	await expect(main.getByText('Message must be less than 1000 characters')).toBeVisible()

	await main.getByLabel('Email').fill(email)
	await main.getByLabel('Message').fill('x'.repeat(1000))
	await send.click()
	const toast = page.getByRole('status').filter({ hasText: 'Message sent!' })
	await expect(toast).toContainText("We'll get back to you within 24 hours.")
	for (const field of FIELDS) await expect(main.getByLabel(field)).toHaveValue('')
	expect((await mail(email, /We have your message/)).body).toContain('New York time, at the latest')
})

test('a job application refuses a too large file before upload and accepts a PDF', async ({ page, email, mail, expectConsole }) => {
	expectConsole(/The form wasn’t sent/)
	await page.goto('/careers')
	const main = page.getByRole('main')
	await main.getByRole('button', { name: 'Apply Now' }).nth(1).click()
	await expect(main.getByLabel('Position')).toHaveValue('full-stack-engineer')
	await expect(main.getByLabel('Name')).toBeFocused()
	await main.getByLabel('Name').fill('Ana')
	await main.getByLabel('Email').fill(email)
	await main.getByLabel('Message').fill('I build things.')

	const cv = main.getByLabel('CV (optional)')
	const attach = (start: string, size: number) =>
		cv.setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.concat([Buffer.from(start), Buffer.alloc(size)]) })
	const send = main.getByRole('button', { name: 'Send Application' })
	await attach('%PDF-1.7\n', 5 * 1024 * 1024)
	await send.click()
	await expect(main.getByText('The file is larger than 5 MB.')).toBeVisible()
	await attach('MZ', 500)
	await send.click()
	await expect(main.getByText('The file isn’t a PDF.')).toBeVisible()
	await attach('%PDF-1.7\n', 1000)
	await send.click()
	await expect(page.getByRole('status').filter({ hasText: 'Application sent!' })).toBeVisible()
	expect((await mail(email, /We have your application/)).body).toContain('an application for Full-Stack Engineer')
})

test('the cookie choice can be changed, and the cookie policy links back', async ({ page }) => {
	await page.goto('/terms')
	await page.getByRole('contentinfo').getByRole('link', { name: 'Cookie Policy' }).click()
	await page.getByRole('button', { name: 'Decline' }).click()
	await expect(page.getByRole('main').getByRole('radio', { name: /^Decline/ })).toBeChecked()
	await page
		.getByRole('main')
		.getByRole('radio', { name: /^Accept/ })
		.check()
	expect(await page.evaluate(() => localStorage.getItem('cookie-consent'))).toBe('accepted')
	await page.getByRole('main').getByRole('button', { name: 'Back' }).first().click()
	await expect(page).toHaveURL('/terms')
	await page.getByRole('main').getByRole('link', { name: 'Return to Home' }).first().click()
	await expect(page).toHaveURL('/')
})

test.describe('without our code', () => {
	test.use({ javaScriptEnabled: false })
	test('the application form posts and shows a page', async ({ page, email, mail }) => {
		await page.goto('/careers')
		const main = page.getByRole('main')
		await main.getByLabel('Name').fill('Ana')
		await main.getByLabel('Email').fill(email)
		await main.getByLabel('Message').fill('I build things.')
		await main.getByRole('button', { name: 'Send Application' }).click()
		await expect(page).toHaveURL('/careers/sent')
		await mail(email, /We have your application/)
	})
})
