import { useSignOut } from '#app/lib/use-sign-out.ts'
import { Button } from '#app/ui/button.tsx'

/** Who is signed in, with Sign Out. The data in this browser stays. */
export function AccountLine({ email }: { email: string }) {
	const { isLeaving, leave } = useSignOut()
	return (
		<div className="flex flex-wrap items-center gap-x-4">
			<p className="min-w-0 text-soft">Signed in as {email}</p>
			<Button variant="quiet" pending={isLeaving} onClick={() => void leave()}>
				Sign Out
			</Button>
		</div>
	)
}
