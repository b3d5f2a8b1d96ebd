import { useState } from 'react'
import { useLocation } from 'react-router'

import { OwnCertificate } from '#app/features/certificate/own-certificate.tsx'
import { CertificateCourse } from '#app/features/certificate/use-own-certificate.ts'
import { sendEarlyAccess, sendFeedback } from '#app/features/leads/lead-api.ts'
import { LeadEmail } from '#app/features/leads/lead-email.tsx'
import { useSyncState } from '#app/features/progress/use-progress-sync.ts'
import { Form, Submit, useForm } from '#app/lib/form.tsx'
import { QueryProvider } from '#app/lib/query-provider.tsx'
import { useUserId } from '#app/lib/stored-session.ts'
import { useSite } from '#app/shell/site.ts'
import { RadioGroup } from '#app/ui/choice.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { Honeypot } from '#app/ui/honeypot.tsx'
import { toast } from '#app/ui/toast-store.ts'
import type { Module } from '#content/schema/module.ts'
import { isEmailAddress, INVALID_EMAIL_MESSAGE } from '#domain/email/email-address.ts'
import type { ModuleId } from '#domain/gating/check-module-access.ts'

type EarlyAccessFormProps = { words: NonNullable<Module['completion']['earlyAccess']>; moduleId: number }

function EarlyAccessForm({ words, moduleId }: EarlyAccessFormProps) {
	const form = useForm(async ({ text, honeypot, form: element }) => {
		const email = text('email')
		if (!isEmailAddress(email)) return { email: INVALID_EMAIL_MESSAGE }
		await sendEarlyAccess({ email, moduleId, ...honeypot })
		element.reset()
		toast(words.successToast)
	})
	return (
		<Form of={form} className="relative grid content-start gap-4">
			<h3>{words.title}</h3>
			<p>{words.text}</p>
			<LeadEmail label={words.emailLabel} problems={form.problems} />
			<Submit of={form} variant="secondary">
				{words.submitLabel}
			</Submit>
		</Form>
	)
}

type FeedbackFormProps = { words: NonNullable<Module['completion']['feedback']>; moduleId: number }

function FeedbackForm({ words, moduleId }: FeedbackFormProps) {
	const [helpful, setHelpful] = useState<'yes' | 'no' | null>(null)
	const form = useForm(async ({ text, honeypot, id, form: element }) => {
		await sendFeedback({ feedbackId: id, helpful: helpful === 'yes', suggestion: text('suggestion'), moduleId, ...honeypot })
		element.reset()
		setHelpful(null)
		toast(words.thanksToast)
	})
	return (
		<Form of={form} className="relative grid content-start gap-4">
			<h3>{words.title}</h3>
			<RadioGroup
				label={words.question}
				name="helpful"
				options={[
					{ value: 'yes', label: words.yesLabel },
					{ value: 'no', label: words.noLabel },
				]}
				value={helpful}
				onChange={setHelpful}
			/>
			<TextArea label={words.suggestionLabel} name="suggestion" rows={4} maxLength={1000} error={form.problems.suggestion} />
			<Honeypot />
			<Submit of={form} variant="secondary" disabled={helpful === null}>
				{words.submitLabel}
			</Submit>
		</Form>
	)
}

type AfterCompletionProps = {
	words: Pick<Module['completion'], 'earlyAccess' | 'feedback'>
	moduleId: ModuleId
	isLast: boolean
	/** Course of the module; undefined for the main course. */
	course?: { id: string; path: string } | undefined
}

export function AfterCompletion({ words: { earlyAccess, feedback }, moduleId, isLast, course }: AfterCompletionProps) {
	const { courseOrder } = useSite()
	const following = course ? undefined : courseOrder[courseOrder.indexOf(moduleId) + 1]
	return (
		<>
			{isLast && (
				<CertificateCourse value={course ?? null}>
					<Graduation />
				</CertificateCourse>
			)}
			{earlyAccess && <EarlyAccessForm words={earlyAccess} moduleId={following ?? moduleId} />}
			{feedback && <FeedbackForm words={feedback} moduleId={moduleId} />}
		</>
	)
}

function Graduation() {
	const sync = useSyncState()
	const { pathname, search } = useLocation()
	return (
		<QueryProvider>
			<OwnCertificate
				heading="h3"
				userId={useUserId()}
				isSynced={sync === 'synced'}
				here={pathname + search}
				organization={useSite().name}
			/>
		</QueryProvider>
	)
}
