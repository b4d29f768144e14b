pragma solidity 0.4.24;

contract ProofOfNobody {
    mapping(uint => address) approver;
    mapping(uint => uint) nonceOf;
    mapping(uint => bytes32) public docs;

    function approve(uint doc, bytes32 content, uint8 v, bytes32 r, bytes32 s) public {
        bytes32 h = keccak256(abi.encodePacked(this, doc, content, nonceOf[doc]));
        address who = ecrecover(h, v, r, s); // expect: ecrecover-zero-address
        if (who == approver[doc]) {
            nonceOf[doc]++;
            docs[doc] = content;
        }
    }
}
