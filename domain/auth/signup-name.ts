/** Maximum length of a name at sign-up, in characters. */
export const SIGNUP_NAME_MAX_LENGTH = 100
export const NAME_TOO_LONG = `Please use at most ${SIGNUP_NAME_MAX_LENGTH} characters`
