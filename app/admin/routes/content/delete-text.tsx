import { Link, useNavigate } from 'react-router'

import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { Fact, Facts } from '#app/admin/ui/format.tsx'
import { Problems } from '#app/admin/ui/problems.tsx'
import { useHydrated } from '#app/lib/use-hydrated.ts'
import { Callout } from '#app/ui/callout.tsx'
import { Checkbox } from '#app/ui/choice.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { consolePaths, fileAddress } from '#contracts/console-paths.ts'
import type { readDeletion } from '#server/console/content/delete-text.ts'

type Deletion = NonNullable<Awaited<ReturnType<typeof readDeletion>>>
type DeleteTextProps = { path: string; deletion: Deletion }

const nameAll = (titles: readonly string[]) => new Intl.ListFormat('en').format(titles.map((title) => `“${title}”`))

function Question({ path, deletion, onCancel }: DeleteTextProps & { onCancel?: () => void }) {
	const { kind, base, suggesting, links, targets, isPublic, broken, isScheduled } = deletion
	if (isScheduled)
		return (
			<Callout tone="danger">
				This draft is scheduled. <Link to={consolePaths.contentPublish}>Cancel the schedule</Link> first.
			</Callout>
		)
	if (broken.length > 0) return <Problems title="Fix these before you delete it:" problems={broken} />
	return (
		<div className="grid gap-4">
			<Facts>
				<Fact name="Visitors">
					{isPublic ? `They can open the ${kind} until you publish this change.` : `They never saw this ${kind}.`}
				</Fact>
				{suggesting.length > 0 && <Fact name="Lists of articles">{`${nameAll(suggesting)} will show another article instead.`}</Fact>}
				<Fact name="Your text">It stays under “Deleted” in Pages & articles, where you can restore it.</Fact>
			</Facts>
			<ActionForm
				action={consolePaths.contentDelete}
				label={`Delete ${kind}`}
				tone="danger"
				hidden={{ path, base, ...(isPublic && links === 0 && { redirect: 'yes' }) }}
				fields={
					links > 0 || isPublic
						? [
								{
									name: 'to',
									label:
										links === 0 ? 'Page to show instead' : links === 1 ? 'Change the link to it to' : `Change the ${links} links to it to`,
									options: links === 0 ? [['', 'None: its address shows “page not found”'], ...targets] : targets,
								},
							]
						: []
				}
				{...(onCancel && { onCancel })}
			>
				{({ typed }) =>
					isPublic &&
					links > 0 && (
						<Checkbox
							id="delete-redirect"
							name="redirect"
							value="yes"
							defaultChecked={typed.path === undefined || typed.redirect !== undefined}
							label={`Redirect visitors of this ${kind}’s address to that page`}
						/>
					)
				}
			</ActionForm>
		</div>
	)
}

/** Asks for confirmation before a page or article is deleted: in a dialog, and without JavaScript in a panel. */
export default function DeleteText(props: DeleteTextProps) {
	const { path, deletion } = props
	const navigate = useNavigate()
	const isRefused = deletion.isScheduled || deletion.broken.length > 0
	const title = isRefused ? `“${deletion.title}” can’t be deleted yet` : `Delete “${deletion.title}”?`
	if (useHydrated()) {
		const close = () => void navigate(fileAddress(path), { preventScrollReset: true })
		return (
			<Dialog title={title} isOpen onClose={close} closeLabel="Cancel">
				<Question {...props} onCancel={close} />
			</Dialog>
		)
	}
	return (
		<section id="delete" className="grid gap-4 border border-line-strong p-4">
			<h2>{title}</h2>
			<Question {...props} />
			<p>
				<Link to={fileAddress(path)}>Cancel</Link>
			</p>
		</section>
	)
}
