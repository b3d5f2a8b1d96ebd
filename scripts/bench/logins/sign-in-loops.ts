import { Agent, request } from 'node:http'

const PATH = '/auth/v1/token?grant_type=password'

type Login = { email: string; password: string }

function signIn(origin: string, agent: Agent, login: Login): Promise<void> {
	const body = JSON.stringify(login)
	const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
	return new Promise((resolve, reject) => {
		const sent = request(new URL(PATH, origin), { agent, method: 'POST', headers }, (response) => {
			let text = ''
			response.on('data', (chunk: Buffer) => (text += chunk.toString()))
			response.once('end', () => {
				if (response.statusCode === 200 && text.includes('"access_token":"ey')) resolve()
				else reject(new Error(`sign-in: ${response.statusCode} ${text.slice(0, 200)}`))
			})
		})
		sent.once('error', reject)
		sent.end(body)
	})
}

export type SignInLoops = { /** @returns sign-ins since the start. @throws Error for the first that failed */ stop: () => Promise<number> }

/** Starts this many browsers that sign in again and again, each as a different learner. */
export function startSignIns(origin: string, logins: readonly Login[], browsers: number): SignInLoops {
	const agent = new Agent({ keepAlive: true, maxSockets: browsers })
	let done = 0
	let next = 0
	let isOver = false
	const loops = Array.from({ length: browsers }, async () => {
		while (!isOver) {
			const login = logins[next++ % logins.length]
			if (!login) throw new Error('no account to sign in')
			await signIn(origin, agent, login)
			done += 1
		}
	})
	const all = Promise.all(loops)
	all.catch(() => (isOver = true))
	return {
		async stop() {
			const counted = done
			isOver = true
			await all
			agent.destroy()
			return counted
		},
	}
}
