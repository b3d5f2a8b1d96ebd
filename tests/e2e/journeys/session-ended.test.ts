import { expectNoFaults } from '#tests/e2e/setup/faults.ts'
import { codeIn, expect, test } from '#tests/e2e/setup/journey.ts'

test('a session that ends while planning is renewed in place, and the input reaches the account', async ({
	page,
	email,
	mail,
	request,
	signUp,
}) => {
	await signUp()
	await page.goto('/weekly-planner')
	await expect(page.getByLabel('Week of')).not.toHaveValue('')
	const saved = page.waitForResponse(/\/api\/planner\/merge/)
	await page.getByLabel('Idea Name, row 1').fill('Before the end')
	await saved
	const session = await page.evaluate(() => localStorage.getItem('sb-localhost-auth-token') ?? '')
	const { access_token: token } = JSON.parse(session) as { access_token: string }
	await request.post('/auth/v1/logout?scope=local', { headers: { authorization: `Bearer ${token}` } })

	await page.getByLabel('Idea Name, row 2').fill('After the end')
	const note = page.getByRole('region', { name: 'Your session' })
	await expect(note).toContainText('You haven’t lost anything you typed')
	await expectNoFaults(page)
	await page.getByLabel('Platform or Tool, row 2').fill('Typed below the note')
	await note.getByRole('button', { name: 'Sign In Again' }).click()
	const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
	await expect(dialog.getByLabel('Email address')).toHaveValue(email)
	const asked = new Date()
	await dialog.getByRole('button', { name: 'Email me a code' }).click()
	await dialog.getByLabel('6-digit code').fill(codeIn(await mail(email, /./, asked)))
	const kept = page.waitForResponse((answer) => answer.url().includes('/api/planner/merge') && answer.ok())
	await dialog.getByRole('button', { name: 'Sign in with code' }).click()
	await expect(dialog).toBeHidden()
	expect((await kept).request().postData()).toContain('Typed below the note')
	await expect(page.getByLabel('Idea Name, row 2')).toHaveValue('After the end')
	await expect(note).toBeHidden()
})
