import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { DiscountForm } from './pricing.tsx'
import type { DiscountState } from './use-discount.ts'

async function show(discount: DiscountState) {
	const onApply = vi.fn<(code: string) => void>()
	const { page, run } = await renderElement(
		<MemoryRouter>
			<DiscountForm productName="Course" label="Discount code" discount={discount} onApply={onApply} onRemove={() => {}} />
		</MemoryRouter>,
	)
	const field = page.querySelector<HTMLInputElement>('[name=couponCode]')
	return { page, run, field, onApply }
}

test('a refused code marks the field as invalid and describes it by the reason', async () => {
	const { page, field } = await show({ step: 'refused', code: 'OLD', message: 'This code has expired.' })
	expect(field?.getAttribute('aria-invalid')).toBe('true')
	const reason = page.querySelector(`#${field?.getAttribute('aria-describedby') ?? 'none'}`)
	expect(reason?.textContent).toBe('Code OLD: This code has expired.')
	const before = await show({ step: 'none' })
	expect([before.field?.getAttribute('aria-invalid'), before.field?.getAttribute('aria-describedby')]).toEqual([null, null])
})

test('while a code is being checked, a click on the button doesn’t send it again', async () => {
	const waiting = await show({ step: 'checking', code: 'LAUNCH1' })
	await waiting.run(() => waiting.page.querySelector('button')?.click())
	expect(waiting.onApply).not.toHaveBeenCalled()
	const ready = await show({ step: 'none' })
	if (ready.field) ready.field.value = 'LAUNCH1'
	await ready.run(() => ready.page.querySelector('button')?.click())
	expect(ready.onApply.mock.calls).toEqual([['LAUNCH1']])
})
