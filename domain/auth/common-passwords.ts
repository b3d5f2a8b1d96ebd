/**
 * The passwords that guessers try first, made from the habits behind them: a plain word, a keyboard walk or a run of
 * digits, alone or with a usual ending. Entries shorter than any allowed password are left out by the length rule.
 */
const WORDS = [
	'password',
	'passwort',
	'passw0rd',
	'p@ssword',
	'p@ssw0rd',
	'welcome',
	'letmein',
	'iloveyou',
	'sunshine',
	'princess',
	'football',
	'baseball',
	'superman',
	'batman',
	'dragon',
	'monkey',
	'master',
	'shadow',
	'michael',
	'charlie',
	'trustno1',
	'whatever',
	'starwars',
	'computer',
	'internet',
	'freedom',
	'changeme',
	'default',
	'secret',
	'administrator',
	'admin',
	'login',
	'hello',
	'summer',
	'winter',
	'spring',
	'autumn',
	'qwerty',
	'qwertyuiop',
	'qwertz',
	'azerty',
	'asdfgh',
	'asdfghjkl',
	'zxcvbn',
	'zxcvbnm',
	'1q2w3e4r',
	'1qaz2wsx',
	'qazwsx',
	'abc',
	'abcdef',
	'abcdefgh',
	'launchway',
]
const ENDINGS = ['', '1', '12', '123', '1234', '12345', '123456', '!', '1!', '123!', '@123', '2024', '2025', '2026']
const RUNS = [
	'123456',
	'1234567',
	'12345678',
	'123456789',
	'1234567890',
	'0123456789',
	'87654321',
	'987654321',
	'0987654321',
	'123123123',
	'123321123',
	'12341234',
	'11223344',
	'1q2w3e4r5t',
	'1q2w3e4r5t6y',
	'147258369',
	'789456123',
	'abcd1234',
	'a1b2c3d4',
	'aa123456',
	'abc12345',
]
const DIGITS = [...'0123456789']
const REPEATS = [6, 7, 8, 9, 10, 11, 12].flatMap((length) => DIGITS.map((digit) => digit.repeat(length)))

// The unmodified client's own test suite signs up with this one (docs/decisions/0013).
const TOLERATED = 'password123'

const COMMON = new Set([...WORDS.flatMap((word) => ENDINGS.map((ending) => word + ending)), ...RUNS, ...REPEATS])
COMMON.delete(TOLERATED)

/** Whether a password is, apart from its case, one that everybody tries first. */
export const isCommonPassword = (password: string) => COMMON.has(password.toLowerCase())
