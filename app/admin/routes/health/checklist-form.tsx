import { Form, useNavigation } from 'react-router'

import { Button } from '#app/ui/button.tsx'
import { consolePaths } from '#contracts/console-paths.ts'

/** Starts a run of the launch checklist, which takes seconds. */
export function ChecklistForm({ label }: { label: string }) {
	const { location } = useNavigation()
	return (
		<Form method="get" action={consolePaths.checklist} className="grid justify-items-start gap-3">
			<input type="hidden" name="run" value="1" />
			<p className="max-w-read">
				Signs in to the payment provider, the mail server and the SMS account, and checks DNS, texts, promises, backup, disk and versions.
				Takes a few seconds. No one gets a message.
			</p>
			<Button type="submit" variant="secondary" pending={location?.pathname === consolePaths.checklist && location.search !== ''}>
				{label}
			</Button>
		</Form>
	)
}
