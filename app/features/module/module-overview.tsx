import type { ReactNode } from 'react'

import { Button } from '#app/ui/button.tsx'
import { CheckedList } from '#app/ui/checked-list.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Step } from '#app/ui/step-sign.tsx'
import type { Download } from '#content/schema/download.ts'
import type { Module, Goals } from '#content/schema/module.ts'

/** Lists the module's goals, with a note that they aren't promises. */
function ModuleGoals({ goals }: { goals: Goals }) {
	return (
		<section aria-labelledby="goals" className="border-y-2 border-ink py-6">
			<h3 id="goals">{goals.title}</h3>
			<dl className="mt-4 flex flex-wrap gap-x-14 gap-y-4">
				{goals.items.map(({ label, value }) => (
					<div key={label}>
						<dt className="text-soft">{label}</dt>
						<dd className="text-xl font-semibold">{value}</dd>
					</div>
				))}
			</dl>
			<p className="mt-4 max-w-read">{goals.note}</p>
		</section>
	)
}

type ModuleStartProps = {
	module: Module
	overview: Download | null
	onDownload: (file: Download) => void
	/** Null if the module consists of one section without a lesson. */
	onStart: (() => void) | null
}

export function ModuleStart({ module, overview, onDownload, onStart }: ModuleStartProps) {
	return (
		<div className="grid gap-6">
			{module.subtitle !== undefined && <p className="max-w-read text-lg">{module.subtitle}</p>}
			<div className="flex flex-wrap gap-x-4 gap-y-3">
				{onStart && (
					<Button size="lg" onClick={onStart}>
						{module.startButtonLabel}
					</Button>
				)}
				{overview && module.overviewDownload && (
					<Button size="lg" variant="secondary" onClick={() => onDownload(overview)}>
						<Icon name="download" />
						{module.overviewDownload.label}
					</Button>
				)}
			</div>
		</div>
	)
}

type ModuleOverviewProps = {
	module: Module
	downloads: readonly Download[]
	onDownload: (file: Download) => void
	children: ReactNode
}

export function ModuleOverview({ module, downloads, onDownload, children }: ModuleOverviewProps) {
	return (
		<div className="grid gap-14 pt-4 pb-6">
			<div className="grid gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,1fr)_17rem]">
				{module.outcomes.length > 0 && (
					<section aria-labelledby="outcomes">
						<h3 id="outcomes">What you’ll be able to do</h3>
						<CheckedList items={module.outcomes} className="mt-4 gap-3" />
					</section>
				)}
				<section aria-labelledby="details" className="self-start border-y-2 border-ink py-5">
					<h3 id="details">Module details</h3>
					<dl className="mt-3 grid gap-2">
						{module.details.map(({ label, value }) => (
							<div key={label} className="flex justify-between gap-4">
								<dt className="text-soft">{label}</dt>
								<dd className="text-right font-semibold">{value}</dd>
							</div>
						))}
					</dl>
				</section>
			</div>
			{module.goals && <ModuleGoals goals={module.goals} />}
			{module.roadmap.length > 0 && <Roadmap title={module.roadmapTitle} steps={module.roadmap} />}
			{downloads.length > 0 && <Downloads files={downloads} onDownload={onDownload} />}
			{children}
		</div>
	)
}

function Downloads({ files, onDownload }: { files: readonly Download[]; onDownload: (file: Download) => void }) {
	return (
		<section aria-labelledby="downloads">
			<h3 id="downloads">Downloadable resources</h3>
			<ul className="mt-4 border-t border-line-strong">
				{files.map((file) => (
					<li key={file.id} className="grid items-center gap-x-6 gap-y-2 border-b border-line-strong py-4 sm:grid-cols-[1fr_auto]">
						<div>
							<p className="font-semibold">
								{file.title} <span className="font-normal text-soft">({file.type})</span>
							</p>
							<p>{file.description}</p>
						</div>
						<Button
							variant="secondary"
							className="justify-self-start"
							aria-label={`Download ${file.title}`}
							onClick={() => onDownload(file)}
						>
							<Icon name="download" />
							Download
						</Button>
					</li>
				))}
			</ul>
		</section>
	)
}

function Roadmap({ title, steps }: { title: string; steps: Module['roadmap'] }) {
	return (
		<section aria-labelledby="roadmap">
			<h3 id="roadmap">{title}</h3>
			<ol className="mt-4">
				{steps.map((step, index) => (
					<Step key={step.title} number={index + 1}>
						<p className="flex flex-wrap justify-between gap-x-6 font-semibold">
							<span>{step.title}</span>
							<span className="tabular-nums">{step.minutes} min</span>
						</p>
						<p className="text-soft">{step.description}</p>
					</Step>
				))}
			</ol>
		</section>
	)
}
