import { useState } from 'react'

import { newId } from '#app/lib/new-id.ts'
import { RadioGroup } from '#app/ui/choice.tsx'
import { TextArea } from '#app/ui/field.tsx'
import type { Module } from '#content/schema/module.ts'
import type { FeedbackRequest } from '#contracts/leads.ts'

import { sendFeedback } from './lead-api.ts'
import { LeadButton, LeadForm } from './lead-form.tsx'
import { useLeadForm } from './use-lead-form.ts'

type FeedbackFormProps = { words: NonNullable<Module['completion']['feedback']>; moduleId: number }
type Draft = { helpful: 'yes' | 'no' | null; suggestion: string; feedbackId: string | null }

const EMPTY_DRAFT: Draft = { helpful: null, suggestion: '', feedbackId: null }

/** Helpful or not, and an optional suggestion; enabled only once yes or no is chosen. */
export function FeedbackForm({ words, moduleId }: FeedbackFormProps) {
	const [draft, setDraft] = useState(EMPTY_DRAFT)
	const { isSending, fields, submit } = useLeadForm<FeedbackRequest>(sendFeedback, words.thanksToast)

	async function send(website: string) {
		if (draft.helpful === null) return
		// Kept with the draft, so that sending again after a lost answer is the same feedback.
		const feedbackId = draft.feedbackId ?? newId()
		setDraft({ ...draft, feedbackId })
		const { helpful, suggestion } = draft
		const isStored = await submit({ feedbackId, helpful: helpful === 'yes', suggestion, moduleId, ...(website && { website }) })
		if (isStored) setDraft(EMPTY_DRAFT)
	}

	return (
		<LeadForm
			className="content-start"
			action="/feedback"
			onSend={(website) => void send(website)}
			end={<LeadButton label={words.submitLabel} disabled={draft.helpful === null} isSending={isSending} />}
		>
			<h3>{words.title}</h3>
			<RadioGroup
				label={words.question}
				name="helpful"
				options={[
					{ value: 'yes', label: words.yesLabel },
					{ value: 'no', label: words.noLabel },
				]}
				value={draft.helpful}
				onChange={(helpful) => setDraft({ ...draft, helpful, feedbackId: null })}
			/>
			<TextArea
				label={words.suggestionLabel}
				name="suggestion"
				rows={4}
				maxLength={1000}
				value={draft.suggestion}
				error={fields.suggestion}
				onChange={(event) => setDraft({ ...draft, suggestion: event.target.value, feedbackId: null })}
			/>
			<input type="hidden" name="moduleId" value={moduleId} />
		</LeadForm>
	)
}
