import type { Charge } from './shapes.ts'

export type CardError = { code: string; declineCode: string | null; message: string }

/** Test card. The numbers are Stripe's own, which developers already know. */
export type TestCard = {
	number: string
	label: string
	/** Brand; `bank` is a bank debit, which the bank confirms later. */
	brand: 'visa' | 'bank'
	error: CardError | null
	/** True if the cardholder first has to confirm the payment at the bank (3-D Secure). */
	challenge: boolean
	/** Event that immediately follows the payment; null for none. */
	after: 'dispute' | 'inquiry' | 'fraud-warning' | null
	/** Result of a refund: immediate, later, or failed. */
	refund: 'plain' | 'slow' | 'fails'
}

const card = (number: string, label: string, special: Partial<TestCard> = {}): TestCard => ({
	number,
	label,
	brand: 'visa',
	error: null,
	challenge: false,
	after: null,
	refund: 'plain',
	...special,
})

const declined = (number: string, label: string, error: CardError) => card(number, label, { error })

const ACCOUNT_CLOSED: CardError = {
	code: 'account_closed',
	declineCode: null,
	message: 'The bank account has been closed. Pay in another way.',
}

export const TEST_CARDS: readonly TestCard[] = [
	card('4242424242424242', 'Pays'),
	declined('4000000000000002', 'Is declined', {
		code: 'card_declined',
		declineCode: 'generic_decline',
		message: 'Your card was declined. Try another card.',
	}),
	declined('4000000000009995', 'Insufficient funds', {
		code: 'card_declined',
		declineCode: 'insufficient_funds',
		message: 'Your card has insufficient funds. Try another card.',
	}),
	declined('4000000000000069', 'Has expired', {
		code: 'expired_card',
		declineCode: null,
		message: 'Your card has expired. Try another card.',
	}),
	declined('4000000000000127', 'Wrong CVC', {
		code: 'incorrect_cvc',
		declineCode: null,
		message: 'Your card’s security code is incorrect. Check it and try again.',
	}),
	declined('4000000000000119', 'Processing error', {
		code: 'processing_error',
		declineCode: null,
		message: 'An error occurred while processing your card. Try again in a little while.',
	}),
	card('4000002500003155', 'Bank asks first', { challenge: true }),
	card('4000000000000259', 'Is disputed', { after: 'dispute' }),
	card('4000000000001976', 'Bank inquires', { after: 'inquiry' }),
	card('4000000000005423', 'Fraud warning', { after: 'fraud-warning' }),
	card('4000000000005126', 'Refund fails', { refund: 'fails' }),
	card('4000000000007726', 'Refund is slow', { refund: 'slow' }),
	card('000123456789', 'Bank debit, succeeds', { brand: 'bank' }),
	card('000111111116', 'Bank debit, fails', { brand: 'bank', error: ACCOUNT_CLOSED }),
]

export function findTestCard(number: string): TestCard | null {
	const digits = number.replace(/[\s-]/g, '')
	return TEST_CARDS.find((known) => known.number === digits) ?? null
}

export const last4Of = ({ number }: TestCard) => number.slice(-4)

/** Finds the test card of a charge by the last four digits stored with it; null if there is none. */
export function findCard({ payment_method_details: details }: Charge): TestCard | null {
	const last4 = details.type === 'card' ? details.card.last4 : details.us_bank_account.last4
	return TEST_CARDS.find((known) => last4Of(known) === last4) ?? null
}

export const toRefundOutcome = (charge: Charge): TestCard['refund'] => findCard(charge)?.refund ?? 'plain'
