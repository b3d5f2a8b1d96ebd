import { useCallback, useState } from 'react'

import { requestSignupCode } from '#app/lib/auth-calls.ts'
import { describeRefusal } from '#app/lib/auth-refusal.ts'
import { saveStoredUser } from '#app/lib/stored-user.ts'
import type { ToastWords } from '#content/schema/primitives.ts'
import type { Signup } from '#content/schema/signup.ts'
import { paths } from '#contracts/paths.ts'

import { checkSignup, type SignupForm } from './check-signup.ts'

export type SignupFormState = { step: 'form'; status: 'idle' | 'sending'; emailError: string | null; nameError: string | null }
export type SignupState = SignupFormState | { step: 'welcome'; user: SignupForm }

type SignupInput = {
	words: Pick<Signup, 'missingToast' | 'successToast' | 'failureToast'>
	brand: string
	notify: (toast: ToastWords) => void
}

const IDLE: SignupFormState = { step: 'form', status: 'idle', emailError: null, nameError: null }

/** The free signup: a passwordless account, then the welcome. On any error the form stays as typed. */
export function useSignup({ words, brand, notify }: SignupInput) {
	const [state, setState] = useState<SignupState>(IDLE)

	/** @param trap content of a field that people do not see */
	async function submit(typed: SignupForm, trap: string) {
		if (state.step !== 'form' || state.status === 'sending') return
		const check = checkSignup(typed)
		if (!check.ok) {
			if (check.reason === 'missing') notify(words.missingToast)
			setState({
				...IDLE,
				emailError: check.reason === 'invalid-email' ? 'Please enter a valid email address' : null,
				nameError: check.reason === 'name-too-long' ? 'Please use at most 100 characters' : null,
			})
			return
		}
		if (trap !== '') return notify(words.failureToast)

		setState({ ...IDLE, status: 'sending' })
		const outcome = await requestSignupCode({ ...check.form, next: paths.courseModule(1) })
		if (outcome.ok) {
			saveStoredUser(check.form)
			setState({ step: 'welcome', user: check.form })
			return notify({ ...words.successToast, title: words.successToast.title.replace('{brand}', brand) })
		}
		const { refusal } = outcome
		setState({ ...IDLE, emailError: refusal.kind === 'invalid-email' ? describeRefusal(refusal) : null })
		if (refusal.kind !== 'invalid-email')
			notify(refusal.kind === 'unreachable' ? words.failureToast : { ...words.failureToast, description: describeRefusal(refusal) })
	}

	/** Shows the welcome again, with its code field, after a reload. */
	const resume = useCallback((user: SignupForm) => setState({ step: 'welcome', user }), [])

	return { state, submit, resume }
}
