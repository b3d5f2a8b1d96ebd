/** What a test card does. The numbers are the provider's own, so that habits carry over. */
export type TestCard = {
	number: string
	label: string
	brand: string
	error: { code: string; declineCode: string | null; message: string } | null
}

export const TEST_CARDS: readonly TestCard[] = [
	{ number: '4242424242424242', label: 'Pays', brand: 'visa', error: null },
	{
		number: '4000000000000002',
		label: 'Is declined',
		brand: 'visa',
		error: { code: 'card_declined', declineCode: 'generic_decline', message: 'Your card was declined. Try another card.' },
	},
	{
		number: '4000000000009995',
		label: 'Has no funds',
		brand: 'visa',
		error: { code: 'card_declined', declineCode: 'insufficient_funds', message: 'Your card has insufficient funds. Try another card.' },
	},
	{
		number: '4000000000000069',
		label: 'Has expired',
		brand: 'visa',
		error: { code: 'expired_card', declineCode: null, message: 'Your card has expired. Try another card.' },
	},
	{
		number: '4000000000000127',
		label: 'Wrong CVC',
		brand: 'visa',
		error: { code: 'incorrect_cvc', declineCode: null, message: 'Your card’s security code is incorrect. Check it and try again.' },
	},
	{
		number: '4000000000000119',
		label: 'Processing error',
		brand: 'visa',
		error: {
			code: 'processing_error',
			declineCode: null,
			message: 'An error occurred while processing your card. Try again in a little while.',
		},
	},
]

/** The test card with this number, spaces and dashes aside; null for any other number. */
export function findTestCard(number: string): TestCard | null {
	const digits = number.replace(/[\s-]/g, '')
	return TEST_CARDS.find((card) => card.number === digits) ?? null
}
