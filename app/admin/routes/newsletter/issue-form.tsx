import { LivePreview, documentPreviewSource } from '#app/admin/routes/content/live-preview.tsx'
import { MarkdownText } from '#app/admin/routes/content/markdown-text.tsx'
import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { TextField } from '#app/ui/field.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import type { readIssue } from '#server/console/newsletter/read-issues.ts'
import type { AudienceReach } from '#server/services/people/newsletter-issues/issue-counts.ts'

import { AudienceFields } from './audience-fields.tsx'
import { quoteTexts } from './newsletter-parts.tsx'

type Read = Awaited<ReturnType<typeof readIssue>>
type IssueFormProps = Pick<Read, 'placeholders'> & {
	action: string
	form: Read['form']
	readers: Read['readers']
	issue: Pick<Read['issue'], 'id' | 'subject' | 'preheader' | 'body' | 'audience'>
	hidden: Readonly<Record<string, string>>
}

const LIVE_ISSUE = documentPreviewSource(consolePaths.issuePreview, {
	src: consolePaths.issuePreview,
	widths: { phone: 390, desktop: 680 },
})

const HINT = 'Links to your pages can start with /. Pictures: up to 1 MB in total. We add the unsubscribe link.'

export const IssueForm = ({
	action,
	form: { groups, saved, subjectLength, bodyLength },
	readers,
	issue,
	placeholders,
	hidden,
}: IssueFormProps) => (
	<ActionForm
		action={action}
		label="Save draft"
		hasButton
		hidden={hidden}
		fields={[{ name: 'subject', label: 'Subject', value: issue.subject, maxLength: subjectLength, isRequired: false }]}
	>
		{({ typed, errors, shown, field }) => (
			<>
				<AudienceFields
					issue={issue.id}
					groups={groups}
					audiences={saved}
					first={issue.audience}
					typed={typed}
					errors={errors}
					counted={
						readers && typed.body === undefined ? { count: readers.chosen, others: readers.others, learners: readers.learners } : null
					}
					asked={(shown ?? null) as AudienceReach | null}
				/>
				<TextField
					{...field('preheader')}
					label="Preview text (optional)"
					hint="Inboxes show it after the subject. If empty, they show the start of the text."
					defaultValue={typed.preheader ?? issue.preheader}
					maxLength={subjectLength}
				/>
				{placeholders.length > 0 && (
					<Callout>{`Newsletters have no placeholders: recipients will see ${quoteTexts(placeholders)} as typed.`}</Callout>
				)}
				<LivePreview source={LIVE_ISSUE}>
					<MarkdownText
						name="body"
						text={typed.body ?? issue.body}
						hint={HINT}
						error={errors.body}
						maxLength={bodyLength}
						rows={16}
						textKind="mail"
					/>
				</LivePreview>
			</>
		)}
	</ActionForm>
)
