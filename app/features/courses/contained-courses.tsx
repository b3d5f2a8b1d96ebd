export type ContainedCourse = {
	id: string
	title: string
	description: string
	modules: readonly { id: number | string; title: string; description: string; duration: string }[]
	/** False if the product opens only the listed modules. */
	isWhole: boolean
}

export function ContainedCourses({ courses }: { courses: readonly ContainedCourse[] }) {
	return (
		<div className="mt-8 grid gap-12">
			{courses.map(({ id, title, description, modules, isWhole }) => (
				<section key={id} aria-labelledby={`contains-${id}`}>
					<h3 id={`contains-${id}`} className="text-2xl">
						{isWhole ? title : `From ${title}`}
					</h3>
					<p className="mt-2 max-w-read">{description}</p>
					<ol className="mt-5 border-t-2 border-ink">
						{modules.map((module, index) => (
							<li key={module.id} className="grid gap-1 border-b border-line-strong py-4">
								<p className="flex flex-wrap items-baseline justify-between gap-x-4">
									<span className="font-semibold">{isWhole ? `${index + 1}. ${module.title}` : module.title}</span>
									<span className="text-soft">{module.duration}</span>
								</p>
								<p className="max-w-read">{module.description}</p>
							</li>
						))}
					</ol>
				</section>
			))}
		</div>
	)
}
