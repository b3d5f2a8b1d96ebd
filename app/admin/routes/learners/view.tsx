import { useEffect, useRef, useState } from 'react'
import { Link, useLoaderData, useNavigate } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { formatRelativeTime, Time } from '#app/admin/ui/format.tsx'
import { Page, PageTabs } from '#app/admin/ui/page.tsx'
import { useFitScale } from '#app/admin/ui/use-fit-scale.ts'
import { Callout } from '#app/ui/callout.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { paths } from '#contracts/paths.ts'
import { readView } from '#server/console/learners/view.ts'

export const loader = createLoader(readView)

type View = Awaited<ReturnType<typeof loader>>

/** Pages that the operator can open here. Links inside the view lead to all others. */
const PLACES = [
	['Dashboard', paths.dashboard],
	['Modules', paths.modules],
	['Module 1', paths.courseModule(1)],
	['Library', paths.templates],
	['Planner', paths.weeklyPlanner],
	['Notes', paths.notes],
	['Review', paths.review],
	['Settings', paths.settings],
] as const

const FRAME_MESSAGES = new Map<unknown, string>([
	['refused', 'This view is read-only. Nothing was saved, even if the page looks like it was.'],
	['away', 'This link leads to another site, so it doesn’t open here.'],
])

const pathOf = ({ id }: View['learner']) => `${consolePaths.learners}/${id}/view`

const toAddress = ({ learner, at, width }: Pick<View, 'learner' | 'at' | 'width'>) =>
	`${pathOf(learner)}?${new URLSearchParams({ at, width: String(width) }).toString()}`

const HEIGHT = 900

/** Sandboxed frame with an opaque origin. Its messages can only navigate within the view or show a text from `FRAME_MESSAGES`. */
function Frame({ view }: { view: View }) {
	const { learner, at, width, frameName } = view
	const frame = useRef<HTMLIFrameElement>(null)
	const { place, scale } = useFitScale(width)
	const [message, setMessage] = useState<string>()
	const navigate = useNavigate()
	useEffect(() => {
		const onMessage = ({ source, data }: MessageEvent<unknown>) => {
			if (source === null || source !== frame.current?.contentWindow || typeof data !== 'object' || data === null) return
			if ('at' in data && typeof data.at === 'string') void navigate(toAddress({ learner, width, at: data.at }))
			else if ('told' in data) setMessage(FRAME_MESSAGES.get(data.told))
		}
		window.addEventListener('message', onMessage)
		return () => window.removeEventListener('message', onMessage)
	}, [navigate, learner, width])
	return (
		<div>
			{/* Has no height, so that the frame doesn't move under the pointer. */}
			<div role="alert" className="sticky top-2 z-10 h-0">
				{message !== undefined && (
					<div className="bg-raised">
						<Callout tone="danger">{message}</Callout>
					</div>
				)}
			</div>
			<figure className="grid gap-2">
				<figcaption className="text-soft wrap-anywhere">{at}</figcaption>
				<div
					ref={place}
					className="overflow-x-auto overflow-y-hidden"
					style={scale === 1 ? undefined : { height: HEIGHT * scale }}
					tabIndex={0}
					role="region"
					aria-label="Learner’s page"
				>
					<iframe
						ref={frame}
						title={`Learner’s page: ${at}`}
						name={frameName}
						src={`${pathOf(learner)}/page?${new URLSearchParams({ at }).toString()}`}
						width={width}
						height={HEIGHT}
						sandbox="allow-scripts allow-forms"
						className="max-w-none origin-top-left border border-line-strong bg-ground"
						style={scale === 1 ? undefined : { transform: `scale(${scale})` }}
					/>
				</div>
			</figure>
		</div>
	)
}

export default function ViewPage() {
	const view = useLoaderData<typeof loader>()
	const { learner, at, width, endsAt, now, frameName } = view
	const pages = PLACES.map(([label, path]) => ({ label, href: toAddress({ ...view, at: path }), isCurrent: path === at }))
	const widths = [390, 1280].map((each) => ({
		label: each === 390 ? 'Phone' : 'Desktop',
		href: toAddress({ ...view, width: each }),
		isCurrent: each === width,
	}))
	return (
		<Page title="View as learner">
			<Callout>
				<p>
					<strong>Read-only.</strong>
					{' These are the pages that '}
					<Link to={`${consolePaths.learners}/${learner.id}`}>{learner.name}</Link>
					{` sees, with their data. You can’t change anything, and their security log shows that you looked. The view ends ${formatRelativeTime(endsAt, now)}, at `}
					<Time at={endsAt} />. Anything that is only in their own browser, such as an answer that was never sent, isn’t shown.
				</p>
			</Callout>
			<PageTabs label="Pages" tabs={pages} />
			<PageTabs label="Width" tabs={widths} />
			<Frame key={frameName} view={view} />
			<ActionForm action={`${pathOf(learner)}/end`} label="Close view" tone="secondary" />
		</Page>
	)
}
