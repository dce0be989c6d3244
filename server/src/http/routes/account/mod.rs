//! The routes for changes of the caller's account: a new password, a new address, the second factor, sessions, a file
//! of own data, deletion. docs/IDENTITY.md has the rules.

pub(crate) mod delete;
pub(crate) mod email;
pub(crate) mod export;
pub(crate) mod forgot;
pub(crate) mod linked;
pub(crate) mod passkeys;
pub(crate) mod password;
pub(crate) mod phone;
pub(crate) mod remembered;
pub(crate) mod second_factor;
pub(crate) mod sessions;
pub(crate) mod sign_in_code;

use actix_web::web::{self, ServiceConfig};

pub(super) fn routes(service: &mut ServiceConfig) {
    service
        .service(web::resource("/api/auth/forgot-password").post(forgot::begin))
        .service(web::resource("/api/auth/forgot-password/resend").post(forgot::resend))
        .service(web::resource("/api/auth/reset-password").post(forgot::reset))
        .service(web::resource("/api/auth/sign-in-code").post(sign_in_code::begin))
        .service(web::resource("/api/auth/sign-in-code/resend").post(sign_in_code::resend))
        .service(web::resource("/api/auth/sign-in-code/finish").post(sign_in_code::finish))
        .service(web::resource("/api/auth/second-factor").post(second_factor::answer))
        .service(web::resource("/api/me/second-factor").get(second_factor::state))
        .service(web::resource("/api/me/second-factor/begin").post(second_factor::begin))
        .service(web::resource("/api/me/second-factor/confirm").post(second_factor::confirm))
        .service(web::resource("/api/me/second-factor/recovery-codes").post(second_factor::recovery_codes))
        .service(web::resource("/api/me/second-factor/off").post(second_factor::off))
        .service(web::resource("/api/me/linked-accounts").get(linked::list))
        .service(web::resource("/api/me/linked-accounts/begin").post(linked::begin))
        .service(web::resource("/api/me/linked-accounts/finish").post(linked::finish))
        .service(web::resource("/api/me/linked-accounts/unlink").post(linked::unlink))
        .configure(passkeys::routes)
        .configure(phone::routes)
        .service(web::resource("/api/me/password").post(password::change))
        .service(web::resource("/api/me/password/remove").post(password::remove))
        .service(web::resource("/api/me/email").post(email::change))
        .service(web::resource("/api/me/email/resend").post(email::resend))
        .service(web::resource("/api/me/email/confirm").post(email::confirm))
        .service(web::resource("/api/me/sessions").get(sessions::list))
        .service(web::resource("/api/me/sessions/end-others").post(sessions::end_others))
        .service(web::resource("/api/me/sessions/{id}/end").post(sessions::end))
        .service(web::resource("/api/me/remembered-devices").get(remembered::list))
        .service(web::resource("/api/me/remembered-devices/forget-all").post(remembered::forget_all))
        .service(web::resource("/api/me/remembered-devices/{id}/forget").post(remembered::forget))
        .service(web::resource("/api/me/export").get(export::read))
        .service(web::resource("/api/me/delete").post(delete::delete));
}
