import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import { loadAuth } from '#app/lib/backend.ts'
import { Button } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { CodeField } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast-store.ts'

import { confirmSecondFactor, sendSecondFactorCode } from './sms-api.ts'

/** Whether this session has shown a second factor; read from its token, without a request. */
async function readIsRaised(): Promise<boolean> {
	const auth = await loadAuth()
	const { data } = await auth.mfa.getAuthenticatorAssuranceLevel()
	return data?.currentLevel === 'aal2'
}

const fail = (description: string) => toast({ title: 'Error', description, variant: 'destructive' })

/** While texts are the second factor, a session that has not shown one cannot change them. */
export function SecondFactorStep({ phone }: { phone: string }) {
	const queries = useQueryClient()
	const raised = useQuery({ queryKey: ['is-raised'], queryFn: readIsRaised, staleTime: 0 })
	const [isAwaited, setAwaited] = useState(false)
	const [code, setCode] = useState('')
	const [isBusy, setBusy] = useState(false)

	async function send() {
		setBusy(true)
		const outcome = await sendSecondFactorCode(phone)
		setBusy(false)
		if (!outcome.ok) return fail(outcome.message ?? 'Failed to send two-factor code')
		setAwaited(true)
		return toast({ title: 'Code sent', description: 'Two-factor authentication code sent to your phone' })
	}

	async function confirm(event: FormEvent) {
		event.preventDefault()
		if (code === '') return fail('Please enter the verification code')
		setBusy(true)
		const outcome = await confirmSecondFactor(phone, code)
		setBusy(false)
		if (!outcome.ok) return fail(outcome.message ?? 'Failed to verify code')
		await queries.invalidateQueries({ queryKey: ['is-raised'] })
		return toast({ title: 'Verified', description: 'Two-factor authentication successful' })
	}

	if (raised.data !== false) return null
	return (
		<Callout title="Confirm that it is you">
			<p className="max-w-read">Your phone is your second factor. Before you change the number or switch it off, enter a code from it.</p>
			{isAwaited ? (
				<form noValidate className="mt-3 grid gap-4" onSubmit={(event) => void confirm(event)}>
					<CodeField label="Second-Factor Code" value={code} placeholder="Enter 6-digit code" onCode={setCode} />
					<div>
						<Button type="submit" pending={isBusy}>
							Confirm
						</Button>
					</div>
				</form>
			) : (
				<Button variant="secondary" className="mt-3" pending={isBusy} onClick={() => void send()}>
					Send Code
				</Button>
			)}
		</Callout>
	)
}
