import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { consolePaths } from '#contracts/console-paths.ts'

/** Starts a run of the launch checklist, which takes a few seconds. */
export const ChecklistForm = ({ label }: { label: string }) => (
	<ActionForm
		action={consolePaths.checklist}
		label={label}
		tone="secondary"
		note="Signs in to the payment provider, the mail server and the SMS account, and checks DNS, texts, promises, backup, disk and versions. Takes a few seconds. No one gets a message."
	/>
)
