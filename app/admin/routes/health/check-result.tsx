import { Link } from 'react-router'

import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { consolePaths } from '#contracts/console-paths.ts'

/** Form that runs the launch checklist, which takes a few seconds. */
export const ChecklistForm = ({ label }: { label: string }) => (
	<ActionForm
		action={consolePaths.checklist}
		label={label}
		tone="secondary"
		note="Signs in to the payment provider, the mail server and the SMS account, and checks DNS, texts, claims, backup, disk and versions. Takes a few seconds. No messages are sent."
	/>
)

export const CHECK_STATES = {
	ok: ['OK', 'good'],
	off: ['not in use', 'calm'],
	warn: ['check this', 'warn'],
	fix: ['fix this', 'bad'],
} as const

type Fix = { words: string; link: { label: string; href: string } | null }

export const FixLink = ({ words, link }: Fix) => (
	<>
		{words === '' ? '–' : words}
		{link && (
			<>
				<br />
				<Link to={link.href}>{link.label}</Link>
			</>
		)}
	</>
)
