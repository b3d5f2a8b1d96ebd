import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { startDownload } from '#app/lib/save-download.ts'
import { Button } from '#app/ui/button.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { Download } from '#content/schema/download.ts'
import type { TrialPage, TrialTemplate, TrialWorksheet } from '#content/schema/free-trial.ts'
import { paths } from '#contracts/paths.ts'

import { PanelHead } from './panel-head.tsx'

/** The preview shows three sections with two tasks each. */
const SECTIONS_SHOWN = 3
const TASKS_SHOWN = 2

export type TrialFiles = { template: TrialTemplate; templateFile: Download; worksheet: TrialWorksheet; worksheetFile: Download }

type TemplatesPanelProps = TrialFiles & {
	words: TrialPage['templates']
	downloadToast: TrialPage['downloadToast']
	purchase: ReactNode
}

export function TemplatesPanel({ words, downloadToast, purchase, ...files }: TemplatesPanelProps) {
	return (
		<>
			<PanelHead title={words.title} intro={words.intro} />
			<div className="mt-8 grid gap-x-14 gap-y-12 lg:grid-cols-2">
				<TemplateCard words={words} template={files.template} onDownload={() => startDownload(files.templateFile, downloadToast)} />
				<WorksheetCard words={words} worksheet={files.worksheet} onDownload={() => startDownload(files.worksheetFile, downloadToast)} />
			</div>
			<section className="mt-14 grid gap-x-14 gap-y-8 bg-sun p-7 text-on-sun lg:grid-cols-[5fr_7fr] lg:p-10">
				<div>
					<h3>{words.bonusTitle}</h3>
					<p className="mt-3 mb-6">{words.bonusText}</p>
					<div className="flex flex-wrap items-center gap-x-6 gap-y-3">
						{purchase}
						<Link to={paths.templates} className="link">
							See all templates
						</Link>
					</div>
				</div>
				<ul className="grid content-start border-t-2 border-current">
					{words.bonuses.map((bonus) => (
						<li key={bonus.title} className="grid gap-x-6 border-b border-current py-3 sm:grid-cols-[12rem_1fr]">
							<span className="font-semibold">{bonus.title}</span>
							<span>{bonus.text}</span>
						</li>
					))}
				</ul>
			</section>
		</>
	)
}

type CardProps = { words: TrialPage['templates']; onDownload: () => void }

function TemplateCard({ words, template, onDownload }: CardProps & { template: TrialTemplate }) {
	const moreTasks = (count: number) => (count === 1 ? words.moreTasks.one : words.moreTasks.other).replace('{n}', String(count))
	return (
		<section className="border-t-2 border-ink pt-5">
			<h3>{template.title}</h3>
			<p className="mt-3">{template.description}</p>
			<ol className="mt-5">
				{template.sections.slice(0, SECTIONS_SHOWN).map((section) => (
					<li key={section.title} className="border-t border-line-strong py-4">
						<h4 className="text-lg">
							{section.title}: {section.idea}
						</h4>
						<p className="text-soft">
							{words.time}: {section.time}
						</p>
						<ul className="mt-2 list-[square] pl-5 marker:text-accent-ink">
							{section.tasks.slice(0, TASKS_SHOWN).map((task) => (
								<li key={task}>{task}</li>
							))}
						</ul>
						{section.tasks.length > TASKS_SHOWN && <p className="mt-1 pl-5 text-soft">{moreTasks(section.tasks.length - TASKS_SHOWN)}</p>}
					</li>
				))}
			</ol>
			<DownloadButton label={words.downloadTemplate} onDownload={onDownload} />
		</section>
	)
}

function WorksheetCard({ words, worksheet, onDownload }: CardProps & { worksheet: TrialWorksheet }) {
	return (
		<section className="border-t-2 border-ink pt-5">
			<h3>{worksheet.title}</h3>
			<p className="mt-3">{worksheet.description}</p>
			<div className="mt-5 border-t border-line-strong">
				{worksheet.categories.map((category) => (
					<Disclosure
						key={category.id}
						name="worksheet"
						summary={
							<span className="grid">
								{category.title}
								<span className="font-normal text-soft">{words.questionCount.replace('{n}', String(category.questions.length))}</span>
							</span>
						}
					>
						<ol className="list-decimal pl-6">
							{category.questions.map((question) => (
								<li key={question.id} className="mt-2">
									{question.question}
									<span className="block text-soft">{question.description}</span>
								</li>
							))}
						</ol>
					</Disclosure>
				))}
			</div>
			<DownloadButton label={words.downloadWorksheet} onDownload={onDownload} />
		</section>
	)
}

function DownloadButton({ label, onDownload }: { label: string; onDownload: () => void }) {
	return (
		<Button variant="secondary" className="mt-5" onClick={onDownload}>
			<Icon name="download" />
			{label}
		</Button>
	)
}
