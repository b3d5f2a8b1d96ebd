export function PageHead({ title, intro }: { title: string; intro: string }) {
	return (
		<header className="page pt-10 lg:pt-14">
			<div className="border-b-2 border-ink pb-8">
				<h1>{title}</h1>
				<p className="mt-5 max-w-read text-lg">{intro}</p>
			</div>
		</header>
	)
}
