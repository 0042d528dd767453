// Unit-test macros: a test becomes a function, an assertion a use of its operands.
#pragma once

namespace testing {
class Test {
public:
    virtual ~Test();
    virtual void SetUp();
    virtual void TearDown();
};
template <class T> class TestWithParam : public Test {
public:
    const T &GetParam() const;
};
void InitGoogleTest(...);
template <class... A> sklint::any Values(A &&...);
} // namespace testing
#define TEST(suite, name) static void suite##_##name##_test()
#define TEST_F(suite, name) struct suite##_##name##_test : suite { void TestBody(); }; void suite##_##name##_test::TestBody()
#define TEST_P(suite, name) TEST_F(suite, name)
#define INSTANTIATE_TEST_SUITE_P(...) static_assert(true, "")
int sklint_expect(...);
#define SKLINT_EXPECT(...) sklint_expect(__VA_ARGS__)
#define EXPECT_EQ SKLINT_EXPECT
#define EXPECT_NE SKLINT_EXPECT
#define EXPECT_TRUE SKLINT_EXPECT
#define EXPECT_FALSE SKLINT_EXPECT
#define EXPECT_LT SKLINT_EXPECT
#define EXPECT_LE SKLINT_EXPECT
#define EXPECT_GT SKLINT_EXPECT
#define EXPECT_NEAR SKLINT_EXPECT
#define ASSERT_EQ SKLINT_EXPECT
#define ASSERT_NE SKLINT_EXPECT
#define ASSERT_TRUE SKLINT_EXPECT
#define ASSERT_FALSE SKLINT_EXPECT
