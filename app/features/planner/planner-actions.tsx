import { useState } from 'react'

import { ApiError } from '#app/lib/own-api.ts'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { toast } from '#app/ui/toast-store.ts'
import type { PlannerWords } from '#content/schema/planner.ts'
import { isBlankRow, visibleRows, type PlannerWeek } from '#domain/planner/planner-week.ts'

import { downloadPlannerCalendar, downloadPlannerCsv, downloadPlannerPdf } from './planner-files.ts'

function reportFailure(error: unknown) {
	const failure = error instanceof ApiError ? error.failure : null
	const isTooLong = failure?.kind === 'refused' && [400, 413].includes(failure.status)
	const isTooOften = failure?.kind === 'refused' && failure.status === 429
	const isBusy = failure?.kind === 'refused' && [503, 504].includes(failure.status)
	toast({
		title: 'We couldn’t create the PDF',
		description: isTooLong
			? 'This planner is too long for one PDF. Print it instead: your browser can save that as PDF too.'
			: isTooOften
				? 'You have created many PDFs in a short time. Try again in a few minutes, or print the page.'
				: isBusy
					? 'The server is busy creating documents right now. Try again in a moment, or print the page.'
					: 'We couldn’t reach the server. Try again, or print the page: your browser can save that as PDF too.',
		variant: 'destructive',
	})
}

export function PlannerActions({ plan, words }: { plan: PlannerWeek; words: PlannerWords }) {
	const [isMaking, setMaking] = useState(false)
	const { labels } = words

	async function makePdf() {
		setMaking(true)
		await downloadPlannerPdf(plan).catch(reportFailure)
		setMaking(false)
	}

	function makeCalendar() {
		if (visibleRows(plan).some((row) => !isBlankRow(row))) return downloadPlannerCalendar(plan, words)
		toast({ title: 'Nothing to add to your calendar yet', description: 'Write something in one of the rows first.' })
	}

	return (
		<div className="screen-only grid gap-3">
			<div className="flex flex-wrap gap-3">
				<Button size="lg" onClick={() => window.print()}>
					<Icon name="print" />
					{labels.print}
				</Button>
				<Button size="lg" variant="secondary" pending={isMaking} onClick={() => void makePdf()}>
					<Icon name="download" />
					{labels.pdf}
				</Button>
			</div>
			<div className="flex flex-wrap gap-x-6">
				<Button variant="quiet" onClick={() => downloadPlannerCsv(plan, words)}>
					{labels.csv}
				</Button>
				<Button variant="quiet" onClick={makeCalendar} aria-describedby="calendar-hint">
					{labels.calendar}
				</Button>
			</div>
			<p id="calendar-hint" className="text-soft">
				{labels.calendarHint}
			</p>
		</div>
	)
}
