import { expect, test } from 'vitest'

import { describeFaults } from './describe-faults.ts'

const FIELD = { label: 'Regular price', value: 'x', isList: false }

test.each([
	[['Too small: expected array to have >=1 items'], 'Add at least one.'],
	[['Too small: expected array to have >=3 items'], 'Add at least 3.'],
	[['Too big: expected array to have <=5 items'], 'Keep at most 5.'],
	[['Too big: expected string to have <=80 characters'], 'Use at most 80 characters.'],
	[['Too small: expected string to have >=2 characters'], 'Use at least 2 characters.'],
	[['Too small: expected number to be >=0.5'], 'Enter 0.5 or more.'],
	[['Too small: expected number to be >0'], 'Enter more than 0.'],
	[['Too big: expected number to be <=100'], 'Enter 100 or less.'],
	[['Invalid input: expected int, received number'], 'Enter a whole number.'],
	[['Invalid input: expected number, received string'], 'Enter a number.'],
	[['Invalid input'], 'Enter the regular price again: it isn’t valid.'],
	[['must be above the price'], 'Regular price must be above the price.'],
	[['Invalid email address', 'Invalid email domain'], 'Enter an email address such as name@example.com.'],
	[['Invalid option', 'must be above the price'], 'Choose one. Regular price must be above the price.'],
])('%j becomes %j', (messages, words) => {
	expect(describeFaults(messages, FIELD)).toBe(words)
})

test('a missing value is required, but an empty list only needs what its rule says', () => {
	const message = ['Invalid input: expected number, received undefined']
	expect(describeFaults(message, { ...FIELD, value: undefined })).toBe('Regular price is required.')
	expect(describeFaults(['Too small: expected array to have >=1 items'], { ...FIELD, value: null, isList: true })).toBe('Add at least one.')
	expect([describeFaults(undefined, FIELD), describeFaults([], FIELD)]).toEqual([undefined, undefined])
	expect(describeFaults(['Invalid input'], { ...FIELD, label: 'VAT ID' })).toBe('Enter the VAT ID again: it isn’t valid.')
})
